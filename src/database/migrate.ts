import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
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

const lockNotAvailable = '55P03'

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
      const limit = sql`select set_config('lock_timeout', ${`${lockTimeout}ms`}, true)`
      const limitedUp = async (transaction: Database) => {
        await limit.execute(transaction)
        await up(transaction)
      }
      return [name, { up: limitedUp }]
    }),
  )
  for (let attempt = 1; ; attempt++) {
    const { error } = await migratorOf(database, limited).migrateToLatest()
    if (!error) return { isDistributed: await distribute(database) }
    const isLocked = (error as { code?: string }).code === lockNotAvailable
    if (!isLocked || attempt === attempts) throw error
    await delay(pause)
  }
}

/** Returns the names of the migrations not applied yet, in order; changes nothing. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const all = await migratorOf(database, allMigrations).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(database: Database, migrations: Record<string, Migration>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
}
