import { type Kysely, sql } from 'kysely'

/** The HTTP request that started a generation, so that the log of its steps can name it. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table generation add column trace_id text`.execute(database)
}
