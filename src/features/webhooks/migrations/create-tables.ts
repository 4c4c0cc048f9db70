import { type Kysely, sql } from 'kysely'

export async function hasTable(database: Kysely<never>, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass(${name})`.execute(
    database,
  )
  return rows.length > 0
}

export async function createOperatorTables(database: Kysely<never>): Promise<void> {
  for (const [table, like] of [
    ['operator_webhook_endpoint', 'webhook_endpoint'],
    ['operator_webhook_delivery', 'webhook_delivery'],
  ] as const) {
    await sql`create table ${sql.table(table)} (like ${sql.table(like)} including all)`.execute(
      database,
    )
    await sql`
      alter table ${sql.table(table)} alter account_id set default '00000000-0000-0000-0000-000000000000'`.execute(
      database,
    )
  }
}

/** The webhooks of accounts, and the messages to them, written in the transaction of their event. */
export async function createAccountTables(database: Kysely<never>): Promise<void> {
  await sql`
    create table webhook_endpoint (
      account_id uuid not null references account,
      id uuid not null,
      url text not null,
      events text[] not null,
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
      created_at timestamptz not null default now(),
      primary key (account_id, id)
    )`.execute(database)
  // Of a message that was delivered or given up, `due_at` is null.
  await sql`
    create table webhook_delivery (
      account_id uuid not null,
      id uuid not null,
      endpoint_id uuid not null,
      event text not null,
      generation_id uuid,
      data jsonb not null,
      attempts integer not null default 0,
      due_at timestamptz default now(),
      http_status integer,
      error text,
      delivered_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (account_id, id)
    )`.execute(database)
  await sql`create index webhook_delivery_due on webhook_delivery (account_id, endpoint_id, due_at)
    where due_at is not null`.execute(database)
  await sql`create index webhook_delivery_endpoint
    on webhook_delivery (account_id, endpoint_id, created_at)`.execute(database)
  await sql`create index webhook_delivery_age on webhook_delivery (created_at)`.execute(database)
}
