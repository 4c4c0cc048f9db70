import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'

/** Returns how many statements whose text is `like` this pattern wait for a lock, on any node. */
export async function countLockWaits(database: Database, like = '%'): Promise<number> {
  const activity = isDistributed(database) ? sql`citus_stat_activity` : sql`pg_stat_activity`
  const { rows } = await sql<{ count: number }>`select count(*) from ${activity}
    where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** Resolves as soon as a statement waits for a lock. */
export async function someLockWait(database: Database): Promise<void> {
  while ((await countLockWaits(database)) === 0);
}

/**
 * Runs statements in a transaction in which no trigger and no foreign key is checked: tests plant
 * with it what the database refuses.
 */
export async function withoutTriggers(
  database: Database,
  work: (transaction: Database) => Promise<unknown>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Outside of a cluster this setting has no effect; in one it sends the next to the workers.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
    await sql`set local session_replication_role = replica`.execute(transaction)
    await work(transaction)
  })
}
