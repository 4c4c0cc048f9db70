import { type Kysely, sql } from 'kysely'

/**
 * Adds browsers that get a message when a job ends, these messages, and the key that signs them.
 * The id of a subscription is that of its session.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table push_subscription (
      id uuid not null,
      account_id uuid not null,
      endpoint text not null,
      public_key bytea not null,
      auth_secret bytea not null,
      language text not null,
      created_at timestamptz not null default now(),
      primary key (id, account_id)
    )`.execute(database)
  await sql`create index push_subscription_account on push_subscription (account_id)`.execute(
    database,
  )
  await sql`
    create table push_message (
      id uuid not null,
      account_id uuid not null,
      subscription_id uuid not null,
      generation_id uuid not null,
      attempts integer not null default 0,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (id, account_id)
    )`.execute(database)
  await sql`create index push_message_due on push_message (due_at)`.execute(database)
  await sql`create index push_message_account on push_message (account_id)`.execute(database)
  await sql`
    create table push_key (
      is_only boolean primary key default true check (is_only),
      private_key bytea not null,
      public_key bytea not null,
      created_at timestamptz not null default now()
    )`.execute(database)
}
