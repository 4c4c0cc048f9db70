import { mkdir } from 'node:fs/promises'
import { type Changes, openChanges } from '#core/events/changes.ts'
import { releaseLeases } from '#core/generations/queries/generation-steps.ts'
import { schema } from '#features/contributions.ts'
import {
  type Connection,
  type Database,
  databaseOver,
  isReachable,
  openDatabase,
  openLongRunningDatabase,
  openServingPool,
} from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { keepRunning } from '#platform/database/embedded/keep-running.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Config } from './config.ts'

export type OpenDatabase = {
  database: Database
  /** Leads to PostgreSQL without a pooler, for code that has a connection of its own. */
  direct: Connection
  changes: Changes
  /** Opens a separate connection without a statement timeout. */
  openLongRunningConnection(): Database
  /** Closes those connections, so that long reads do not delay the end of the process. */
  endLongRunningConnection(): void
  /** Checks whether PostgreSQL answers. Throws when it does not. */
  isReachable(): Promise<true>
  /** How many connections are open, and how many requests wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** The location of the database, for log lines. */
  place: string
  close(): Promise<void>
}

/**
 * Connects to the operator's PostgreSQL, or starts the embedded one below the data directory, and
 * migrates the schema.
 */
export async function openData(
  config: Config,
  log: Log,
  onLost: (reason: string) => void,
): Promise<OpenDatabase> {
  const server = config.DATABASE_URL
    ? external(config.DATABASE_URL, config.DATABASE_DIRECT_URL)
    : await embedded(config, log, onLost)
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const isPooled = server.direct !== server.connection
  const ending = new AbortController()
  let database: Database | undefined
  try {
    const { isDistributed, newer } = await prepare(server.direct, { isOurs: !config.DATABASE_URL })
    if (newer.length > 0) log.warn({ migrations: newer }, 'schema is of a newer version')
    const connection = { ...server.connection, isDistributed }
    const direct = { ...server.direct, isDistributed }
    const pool = openServingPool(connection, onError, { isPooled })
    const prepares = config.DATABASE_PREPARED_STATEMENTS ?? !isPooled
    const opened = databaseOver(pool, onError, { ...connection, prepares })
    database = opened
    const changes = await openChanges(direct, onError)
    return {
      database: opened,
      direct,
      changes,
      openLongRunningConnection: () => openLongRunningDatabase(direct, onError, ending.signal),
      endLongRunningConnection: () => ending.abort(),
      isReachable: () => isReachable(pool),
      connections: () => ({
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      place: server.place,
      close: async () => {
        await changes.close()
        await opened.destroy()
        await server.stop()
      },
    }
  } catch (error) {
    await database?.destroy()
    await server.stop()
    throw error
  }
}

/** Migrates the schema: that may take longer than the statement timeout. */
async function prepare(
  connection: Connection,
  { isOurs }: { isOurs: boolean },
): ReturnType<typeof migrate> {
  const longRunning = openDatabase(connection, () => undefined, 1)
  try {
    const migrated = await migrate(longRunning, schema)
    // The embedded database has no other users: leases of a killed process are released at once.
    if (isOurs) await releaseLeases(longRunning)
    return migrated
  } finally {
    await longRunning.destroy()
  }
}

/**
 * `direct`: for what needs a session of its own: notifications, migrations and long reads. The same
 * as `connection` unless that leads through a pooler.
 */
type Server = {
  connection: Connection
  direct: Connection
  place: string
  stop(): Promise<void>
}

function external(url: string, directUrl: string | undefined): Server {
  const connection = { url }
  const direct = directUrl === undefined ? connection : { url: directUrl }
  return { connection, direct, place: new URL(url).host, stop: async () => undefined }
}

async function embedded(
  config: Config,
  log: Log,
  onLost: (reason: string) => void,
): Promise<Server> {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ line }, 'postgres'),
  })
  const keeper = keepRunning(postgres, {
    onRestart: (event) => {
      if (event === 'running') log.warn({}, 'embedded database restarted')
      else log.error(event, 'embedded database exited and is restarted')
    },
    onLost,
  })
  const stop = () => {
    keeper.stop()
    return postgres.stop()
  }
  const { connection, location: place } = postgres
  return { connection, direct: connection, place, stop }
}
