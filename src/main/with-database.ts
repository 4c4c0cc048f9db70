import { type Connection, type Database, openDatabase } from '#database/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { migrate } from '#database/migrate.ts'
import { loadEnvironment, readConfig } from './config.ts'

/**
 * Runs one command on the studio's database: the operator's own, the one a running studio holds, or, when none runs, our
 * own for just as long.
 */
export async function withDatabase(command: (context: { database: Database }) => Promise<void>): Promise<void> {
  const config = readConfig(loadEnvironment())
  const { connection, stop } = await reach(config)
  const database = openDatabase(connection, () => undefined, 2)
  try {
    await migrate(database)
    await command({ database })
  } finally {
    await database.destroy()
    await stop()
  }
}

type Reached = { connection: Connection; stop(): Promise<void> }

async function reach(config: ReturnType<typeof readConfig>): Promise<Reached> {
  const nothing = async () => undefined
  if (config.DATABASE_URL) return { connection: { url: config.DATABASE_URL }, stop: nothing }
  const running = await findRunningPostgres(config.dataDir)
  if (running) return { connection: running.connection, stop: nothing }

  const own = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
  return { connection: own.connection, stop: () => own.stop() }
}
