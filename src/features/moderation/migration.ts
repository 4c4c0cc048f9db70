import { type Kysely, sql } from 'kysely'

/**
 * Adds the hashes of files that were removed for what they show. A database that is older than this
 * migration has the table.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table if not exists removed_file (
      sha256 text primary key,
      created_at timestamptz not null default now(),
      stored_sha256 text
    )`.execute(database)
}
