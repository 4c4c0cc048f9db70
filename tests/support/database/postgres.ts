import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientOptions } from '#platform/database/database.ts'

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

const objectInUse = '55006'

/**
 * Drops a database with the sessions that it has. The server gives these five seconds to end, which
 * is not enough on a busy machine: it is asked again for two minutes.
 */
export async function dropDatabase(server: Connection, name: string): Promise<void> {
  const until = Date.now() + 120_000
  for (;;)
    try {
      return await execute(server, `drop database ${name} with (force)`)
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === objectInUse
      if (!isInUse || Date.now() > until) throw error
      await setTimeout(100)
    }
}
