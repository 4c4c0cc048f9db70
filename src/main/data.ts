import { mkdir } from 'node:fs/promises'
import { type Changes, openChanges } from '#database/changes.ts'
import { type Connection, type Database, openDatabase } from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { migrate } from '#database/migrate.ts'
import { releaseLeases } from '#database/queries/steps.ts'
import type { Log } from '#services/context.ts'
import type { Config } from './config.ts'

export type Data = {
  database: Database
  changes: Changes
  /** Where the database is, for people. */
  place: string
  close(): Promise<void>
}

/** Opens the operator's PostgreSQL, or starts our own below the data directory, and brings the schema up to date. */
export async function openData(config: Config, log: Log, onLost: (reason: string) => void): Promise<Data> {
  const server = config.DATABASE_URL ? external(config.DATABASE_URL) : await embedded(config, log, onLost)
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
  const database = openDatabase(server.connection, onError)
  try {
    await migrate(database)
    // Our own database is ours alone: what a killed process held is free at once.
    if (!config.DATABASE_URL) await releaseLeases(database)
    const changes = await openChanges(server.connection, onError)
    return {
      database,
      changes,
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

type Server = { connection: Connection; place: string; stop(): Promise<void> }

function external(url: string): Server {
  return { connection: { url }, place: new URL(url).host, stop: async () => undefined }
}

async function embedded(config: Config, log: Log, onLost: (reason: string) => void): Promise<Server> {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ line }, 'postgres'),
  })
  postgres.onUnexpectedExit(onLost)
  return { connection: postgres.connection, place: postgres.location, stop: () => postgres.stop() }
}
