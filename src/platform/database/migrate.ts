import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { type Database, lockNotAvailable } from './database.ts'
import { distribute } from './distributed/distribute.ts'

/** What a database consists of. */
export type Schema = {
  /** By name, in the order of the names. */
  migrations: Readonly<Record<string, Migration>>
  /** `account`, which is first, and the tables whose rows belong to one by their column `account_id`. */
  accountTables: readonly string[]
  /** Small tables that change rarely: in a cluster every worker has a copy. */
  referenceTables: readonly string[]
  /** Tables that only the coordinator of a cluster has. */
  coordinatorTables: readonly string[]
  /** Views over tables of accounts. */
  views: readonly string[]
  /** What differs in a cluster: runs before its tables are distributed for the first time. */
  beforeDistribution(transaction: Database): Promise<void>
}

/**
 * While a migration waits for the lock of a table, every charge waits behind it. So it waits for
 * `lockTimeout` ms at most, lets the others go on for `pause` ms, and tries again.
 */
type Waiting = { lockTimeout: number; pause: number; attempts: number }

const defaultWaiting: Waiting = { lockTimeout: 3_000, pause: 5_000, attempts: 60 }

/**
 * Updates the schema, and distributes it where the database is a Citus coordinator. Several
 * processes may start together: an advisory lock lets one of them do it. A schema that a newer
 * version has extended stays as it is (docs/data.md#changing-the-schema); `newer`: the names of those
 * migrations. Throws when a table stays locked by others.
 */
export async function migrate(
  database: Database,
  schema: Schema,
  { lockTimeout, pause, attempts } = defaultWaiting,
): Promise<{ isDistributed: boolean; newer: string[] }> {
  const { migrations } = schema
  const newer = await newerMigrations(database, Object.keys(migrations).toSorted())
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
      isChanged ||= newer.length === 0 && (await applyMigrations(database, limited))
      return { isDistributed: await distribute(database, schema, { isChanged }), newer }
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

/**
 * Returns the applied migrations that come after those of `known`, each after those of its own
 * feature, or of the core; none unless every known one is applied and no earlier one is unknown.
 */
async function newerMigrations(database: Database, known: string[]): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as "isThere"`.execute(database)
  if (!rows[0]?.isThere) return []
  const applied = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(database)
  const names = new Set(applied.rows.map(({ name }) => name))
  const unknown = [...names].filter((name) => !known.includes(name))
  const isAfter = (name: string) =>
    known.every((other) => other < name || seriesOf(other) !== seriesOf(name))
  return known.every((name) => names.has(name)) && unknown.every(isAfter) ? unknown : []
}

/** What is before the number of a migration: nothing for the core, `notes-` for a feature. */
function seriesOf(name: string): string {
  return name.replace(/\d{4}-.*$/, '')
}

/** Returns the names of the migrations not applied yet, in order; changes nothing. */
export async function pendingMigrations(
  database: Database,
  { migrations }: Schema,
): Promise<string[]> {
  const all = await migratorOf(database, migrations).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(database: Database, migrations: Readonly<Record<string, Migration>>): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // A feature may be added between two versions of the core.
    allowUnorderedMigrations: true,
  })
}
