import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, lockNotAvailable } from './database.ts'
import { distribute } from './distributed/distribute.ts'
import * as initial from './migrations/0001-initial.ts'

/**
 * In order, forward only; a released name never changes. After the first they are short: what takes
 * longer is an online migration (online-migrations.ts).
 */
const allMigrations: Record<string, Migration> = { '0001-initial': initial }

/**
 * While a migration waits for the lock of a table, every charge waits behind it. So it waits for
 * `lockTimeout` ms at most, lets the others go on for `pause` ms, and tries again.
 */
type Waiting = { lockTimeout: number; pause: number; attempts: number }

const defaultWaiting: Waiting = { lockTimeout: 3_000, pause: 5_000, attempts: 60 }

/**
 * Updates the schema, and distributes it where the database is a Citus coordinator. Several
 * processes may start at once: an advisory lock lets one of them do it. Throws when a table stays
 * locked by others.
 */
export async function migrate(
  database: Database,
  migrations = allMigrations,
  { lockTimeout, pause, attempts } = defaultWaiting,
): Promise<{ isDistributed: boolean }> {
  const limited = Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => {
      const limitedUp = async (transaction: Database) => {
        // Outside of a cluster this setting has no effect; in one it sends the next to the workers.
        await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(transaction)
        await up(transaction)
      }
      return [name, { up: limitedUp }]
    }),
  )
  let isChanged = false
  for (let attempt = 1; ; attempt++) {
    try {
      isChanged ||= await applyMigrations(database, limited)
      return { isDistributed: await distribute(database, { isChanged }) }
    } catch (error) {
      const isLocked = (error as { code?: string }).code === lockNotAvailable
      if (!isLocked || attempt === attempts) throw error
      await delay(pause)
    }
  }
}

/** Returns whether there were any to apply. Throws what one of them throws. */
async function applyMigrations(
  database: Database,
  migrations: Record<string, Migration>,
): Promise<boolean> {
  const { error, results = [] } = await migratorOf(database, migrations).migrateToLatest()
  if (error) throw error
  return results.length > 0
}

/** Returns the names of the migrations not applied yet, in order; changes nothing. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const all = await migratorOf(database, allMigrations).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(database: Database, migrations: Record<string, Migration>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
}
