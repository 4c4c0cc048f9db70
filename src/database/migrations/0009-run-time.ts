import { type Kysely, sql } from 'kysely'

/**
 * How long the provider ran a job, as it reports itself: for a job that ended between two polls
 * this is the only source.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table generation add column run_ms integer check (run_ms >= 0)`.execute(database)
}
