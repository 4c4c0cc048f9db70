import { type Kysely, sql } from 'kysely'

/**
 * How long the provider worked, as it says itself: of what came to an end between two looks nobody
 * else knows.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table generation add column run_ms integer check (run_ms >= 0)`.execute(database)
}
