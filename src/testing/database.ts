import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Connection, clientOptions, type Database, openDatabase } from '#database/database.ts'

let own: Promise<Connection> | undefined

/** A database of the test file's own, copied from the migrated one, so that no other file's worker takes its rows. */
export function testConnection(): Promise<Connection> {
  own ??= copyTemplate()
  return own
}

/** The file's database, closed when its tests are done. */
export async function testDatabase(): Promise<Database> {
  const database = openDatabase(await testConnection(), () => undefined, 8)
  afterAll(() => database.destroy())
  return database
}

async function copyTemplate(): Promise<Connection> {
  const { maintenance, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await execute(maintenance, `create database ${name} template ${template}`)
  afterAll(() => execute(maintenance, `drop database ${name} with (force)`))
  return named(maintenance, name)
}

/** The same server, another database. */
export function named(connection: Connection, database: string): Connection {
  if (!('url' in connection)) return { ...connection, database }
  const url = new URL(connection.url)
  url.pathname = `/${database}`
  return { url: url.href }
}

/** One statement on a connection of its own. */
export async function execute(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client(clientOptions(connection))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
