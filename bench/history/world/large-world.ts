import pg from 'pg'
import { clientOptions, type Database, openDatabase } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { execute, named } from '#testing/postgres.ts'
import { freshDatabase } from '../../world/fresh-database.ts'
import type { Server } from '../../world/server.ts'
import { type Size, seed } from './seed.ts'

/** Its database has one connection. */
export type LargeWorld = AsyncDisposable & { url: string; database: Database; size: Size }

const keptName = 'atelier_bench_history'

/**
 * The database the histories are measured on. `keep`: one that is there already is taken as it is,
 * and none is dropped.
 */
export async function openLargeWorld(
  server: Server,
  size: Size,
  keep: boolean,
): Promise<LargeWorld> {
  const started = performance.now()
  const log = (line: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${line}`)
  if (!keep) {
    const fresh = await freshDatabase(server)
    await seed(fresh.database, size, log)
    const database = openDatabase({ url: fresh.url }, () => undefined, 1)
    const dispose = async () => {
      await database.destroy()
      await fresh[Symbol.asyncDispose]()
    }
    return { url: fresh.url, database, size, [Symbol.asyncDispose]: dispose }
  }
  const own = named({ url: server.url }, keptName)
  const isThere = await exists(server)
  if (!isThere) await execute({ url: server.url }, `create database ${keptName}`)
  const database = openDatabase(own, () => undefined, 1)
  await migrate(database)
  if (!isThere) await seed(database, size, log)
  return {
    url: 'url' in own ? own.url : '',
    database,
    size,
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

async function exists(server: Server): Promise<boolean> {
  const client = new pg.Client(clientOptions({ url: server.url }))
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [keptName])
  await client.end()
  return rowCount === 1
}
