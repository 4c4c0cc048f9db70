import { type Kysely, sql } from 'kysely'

/**
 * Adds reports of public results (docs/moderation.md): one of each person and result. A database that
 * is older than this migration has the table.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table if not exists report (
      account_id uuid not null references account,
      generation_id uuid not null,
      reporter_hash bytea not null,
      reason text not null,
      note text,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      primary key (account_id, generation_id, reporter_hash)
    )`.execute(database)
  await sql`create index if not exists report_open on report (created_at)
    where decided_at is null`.execute(database)
  await sql`create index if not exists report_reporter
    on report (reporter_hash, created_at)`.execute(database)
}
