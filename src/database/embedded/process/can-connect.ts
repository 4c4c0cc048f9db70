import pg from 'pg'
import type { Connection } from './endpoint.ts'

/** Whether PostgreSQL answers there. */
export async function canConnect(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
