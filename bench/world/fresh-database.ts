import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { execute, named } from '#testing/postgres.ts'
import type { Server } from './server.ts'

export type FreshDatabase = AsyncDisposable & { url: string; database: Database }

/** A database of its own on the server, with the product's schema; dropped afterwards. */
export async function freshDatabase(server: Server): Promise<FreshDatabase> {
  const name = `atelier_bench_${randomBytes(4).toString('hex')}`
  await execute({ url: server.url }, `create database ${name}`)
  const own = named({ url: server.url }, name)
  const url = 'url' in own ? own.url : ''
  const database = openDatabase({ url }, () => undefined, 2)
  await migrate(database)
  const drop = async () => {
    await database.destroy()
    await execute({ url: server.url }, `drop database ${name} with (force)`)
  }
  return { url, database, [Symbol.asyncDispose]: drop }
}
