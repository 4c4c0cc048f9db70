import { openChanges } from '#core/events/changes.ts'
import { followSettings } from '#core/settings/studio-settings.ts'
import { contributions, schema } from '#features/contributions.ts'
import type { CommandContext } from '#features/feature.ts'
import { type Connection, type Database, openDatabase } from '#platform/database/database.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createStripe } from '#providers/payments/stripe.ts'
import { createProviders } from '#providers/registry.ts'
import { type Config, loadEnvironment, readConfig } from './config.ts'

const silent = () => undefined

/** The ids of the configured providers. */
export function configuredProviders(config: Config): ReadonlySet<string> {
  return new Set(createProviders(config).map(({ id }) => id))
}

/**
 * Runs one command on the database: the operator's own, the embedded one of a running server, or
 * the embedded one started just for this command.
 */
export async function withDatabase(
  command: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const config = readConfig(loadEnvironment())
  const { connection: reached, stop } = await reach(config)
  let database: Database | undefined
  try {
    const connection = await prepare(reached)
    const opened = openDatabase(connection, silent, 2)
    database = opened
    const changes = await openChanges(connection, silent)
    const log = { info: silent, warn: silent, error: silent }
    const settings = await followSettings({ contributions, database: opened, log }, config.settings)
    await settings.stop()
    await command({
      settings,
      database: opened,
      openLongRunningConnection: () => openDatabase(connection, silent, 1),
      changes,
      deadlines: config.deadlines,
      admins: config.admins,
      contributions,
      // The demo's checkout is within its server.
      payments: config.stripe && createStripe({ ...config.stripe, isSimulated: false }),
      foreignFiles: { allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES },
      providers: configuredProviders(config),
      sendsMail: config.smtp !== null,
      // Commands have no metrics, and print their results.
      meter: { count: silent, observe: silent },
      log,
    }).finally(async () => {
      // Notifications are sent in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      await changes.close()
    })
  } finally {
    await database?.destroy()
    await stop()
  }
}

/** Migrates the schema. Returns how to connect from now on. */
async function prepare(connection: Connection): Promise<Connection> {
  const database = openDatabase(connection, silent, 1)
  try {
    const { isDistributed } = await migrate(database, schema)
    return { ...connection, isDistributed }
  } finally {
    await database.destroy()
  }
}

type Reached = { connection: Connection; stop(): Promise<void> }

/** Connects to the database, past a pooler; starts it if no other process has. */
export async function reach(config: Config): Promise<Reached> {
  const nothing = async () => undefined
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (url) return { connection: { url }, stop: nothing }
  const running = await findRunningPostgres(config.dataDir)
  if (running) return { connection: running.connection, stop: nothing }

  const own = await startEmbeddedPostgres({ dataDir: config.dataDir, log: silent })
  return { connection: own.connection, stop: () => own.stop() }
}
