import { randomBytes } from 'node:crypto'
import { expect, inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '#platform/database/database.ts'
import { afterFile } from '../after-file.ts'
import { dropDatabase, execute, named } from './postgres.ts'

/** A worker runs one test file after another; each has a database of its own. */
let own: { file?: string | undefined; connection?: Promise<Connection> } = {}

/**
 * A database of the test file's own, copied from the migrated one, so that no other file's worker
 * takes its rows.
 */
export function testConnection(): Promise<Connection> {
  const file = expect.getState().testPath
  if (own.file !== file) own = { file }
  own.connection ??= copyTemplate()
  return own.connection
}

/** The file's database, closed when its tests are done. */
export async function testDatabase(): Promise<Database> {
  const database = openDatabase(await testConnection(), () => undefined, 8)
  afterFile(() => database.destroy())
  return database
}

/** The address of the file's database, also where that is the embedded one on a socket. */
export async function testUrl(): Promise<string> {
  const connection = await testConnection()
  if ('url' in connection) return connection.url
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function copyTemplate(): Promise<Connection> {
  const { servers, template, isDistributed } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const everywhere = (statement: string) =>
    Promise.all(servers.map((server) => execute(server, statement)))
  await everywhere(`create database ${name} template ${template}`)
  // Settings of a database are not copied with it: this one is of `distribute`.
  if (isDistributed)
    await everywhere(`alter database ${name} set citus.enable_unsafe_triggers = on`)
  afterFile(async () => {
    await Promise.all(servers.map((server) => dropDatabase(server, name)))
  })
  const [first] = servers
  if (!first) throw new Error('There is no server')
  return { ...named(first, name), isDistributed }
}
