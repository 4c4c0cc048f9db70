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
