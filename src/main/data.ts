import { mkdir } from 'node:fs/promises'
import { type Changes, openChanges } from '#database/changes.ts'
import {
  type Connection,
  type Database,
  databaseOver,
  isReachable,
  openDatabase,
  openLongRunningDatabase,
  openServingPool,
} from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { keepRunning } from '#database/embedded/keep-running.ts'
import { migrate } from '#database/migrate.ts'
import { releaseLeases } from '#database/queries/generation-steps.ts'
import type { Log } from '#services/context.ts'
import type { Config } from './config.ts'

export type Data = {
  database: Database
  changes: Changes
  /** One connection more, whose statements may take long. */
  openLongRunningConnection(): Database
  /** Breaks those connections: whoever reads whole tables must not hold up the end. */
  endLongRunningConnection(): void
  /** Does PostgreSQL answer just now? Throws when it does not. */
  isReachable(): Promise<true>
  /** How many connections there are and how many wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Where the database is, for people. */
  place: string
  close(): Promise<void>
}

/**
 * Opens the operator's PostgreSQL, or starts our own below the data directory, and brings the
 * schema up to date.
 */
export async function openData(
  config: Config,
  log: Log,
  onLost: (reason: string) => void,
): Promise<Data> {
  const server = config.DATABASE_URL
    ? external(config.DATABASE_URL)
    : await embedded(config, log, onLost)
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pool = openServingPool(server.connection, onError)
  const database = databaseOver(pool, onError)
  const ending = new AbortController()
  try {
    await prepare(server.connection, { isOurs: !config.DATABASE_URL })
    const changes = await openChanges(server.connection, onError)
    return {
      database,
      changes,
      openLongRunningConnection: () =>
        openLongRunningDatabase(server.connection, onError, ending.signal),
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
        await database.destroy()
        await server.stop()
      },
    }
  } catch (error) {
    await database.destroy()
    await server.stop()
    throw error
  }
}

/** A migration may take longer than any statement that serves people. */
async function prepare(connection: Connection, { isOurs }: { isOurs: boolean }): Promise<void> {
  const longRunning = openDatabase(connection, () => undefined, 1)
  try {
    await migrate(longRunning)
    // Our own database is ours alone: what a killed process held is free at once.
    if (isOurs) await releaseLeases(longRunning)
  } finally {
    await longRunning.destroy()
  }
}

type Server = { connection: Connection; place: string; stop(): Promise<void> }

function external(url: string): Server {
  return { connection: { url }, place: new URL(url).host, stop: async () => undefined }
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
  return { connection: postgres.connection, place: postgres.location, stop }
}
