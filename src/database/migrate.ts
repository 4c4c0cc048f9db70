import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { distribute } from './distributed/distribute.ts'
import * as initial from './migrations/0001-initial.ts'

/** In order, forward only; a released name never changes. */
const migrations = { '0001-initial': initial }

/**
 * Updates the schema, and distributes it where the database is a Citus coordinator. Several
 * processes may start at once: an advisory lock lets one of them do it.
 */
export async function migrate(database: Database): Promise<{ isDistributed: boolean }> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (error) throw error
  return { isDistributed: await distribute(database) }
}

/** Returns the names of the migrations not applied yet, in order; changes nothing. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const all = await migratorOf(database).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
}
