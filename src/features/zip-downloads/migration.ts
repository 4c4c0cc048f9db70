import { type Kysely, sql } from 'kysely'

/** Adds prepared downloads. A database that is older than this migration has the table. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table if not exists download (
      id uuid not null,
      account_id uuid not null references account,
      generation_ids uuid[] not null,
      format text check (format in ('png')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (id, account_id)
    )`.execute(database)
  await sql`create index if not exists download_account on download (account_id)`.execute(database)
  await sql`create index if not exists download_expiry on download (expires_at)`.execute(database)
}
