import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Does the work unless another process is at it under the same name: then it does nothing and
 * answers `false`. A process that dies frees its name, because PostgreSQL then ends its session.
 */
export async function runAlone(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return database.connection().execute(async (session) => {
    const key = sql`hashtextextended(${`atelier ${name}`}, 0)`
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_lock(${key}) as free`.execute(session)
    if (!rows[0]?.free) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(session)
    }
  })
}
