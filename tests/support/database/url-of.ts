import type { Connection } from '#platform/database/database.ts'

/**
 * Returns a connection as a `DATABASE_URL`, for other processes; a directory as host means its unix
 * socket.
 */
export function urlOf(connection: Connection): string {
  if ('url' in connection) return connection.url
  const { host, port, user, password = '', database } = connection
  const url = new URL(
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}`,
  )
  url.searchParams.set('host', host)
  return url.href
}
