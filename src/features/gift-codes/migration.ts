import { type Kysely, sql } from 'kysely'

/** Adds gift codes, and which account redeemed which. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table code_batch (
      id uuid primary key,
      credits positive_integer not null,
      uses positive_integer not null,
      counts_as_paid boolean not null,
      note text,
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      disabled_at timestamptz
    )`.execute(database)
  await sql`
    create table gift_code (
      id uuid primary key,
      batch_id uuid not null references code_batch,
      code_hash bytea not null unique,
      used integer not null default 0 check (used >= 0)
    )`.execute(database)
  await sql`create index gift_code_batch on gift_code (batch_id)`.execute(database)
  await sql`
    create table code_redemption (
      account_id uuid not null,
      code_id uuid not null,
      credits positive_integer not null,
      created_at timestamptz not null default now(),
      primary key (account_id, code_id)
    )`.execute(database)
  await sql`alter table credit_entry add column code_id uuid`.execute(database)
}
