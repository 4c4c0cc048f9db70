import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * For a database of one connection that is about to read whole tables: it takes one processor and
 * leaves the others to those who wait.
 */
export async function prepareForScans(database: Database): Promise<void> {
  await sql`set max_parallel_workers_per_gather = 0`.execute(database)
}
