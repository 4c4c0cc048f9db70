import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { isReachable, openServingPool } from '#database/database.ts'
import { testConnection } from '#testing/database.ts'
import { healthRoutes } from './health.ts'

/**
 * A way to the test database on which nothing moves any more while it is frozen, as with a stopped
 * PostgreSQL.
 */
async function freezableDatabase() {
  const connection = await testConnection()
  if ('url' in connection) throw new Error('The tests run on the parts of a connection')
  const { host, port } = connection
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
      if (isFrozen) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    freeze: (wanted: boolean) => {
      isFrozen = wanted
      for (const socket of sockets) wanted ? socket.pause() : socket.resume()
    },
  }
}

it('says "not ready" while PostgreSQL hangs, and "ready" once it answers again', async () => {
  const { connection, freeze } = await freezableDatabase()
  const never = 3_600_000
  const pool = openServingPool(connection, () => undefined, {
    limits: { server: never, client: never },
  })
  pool.on('error', () => undefined)
  afterAll(() => pool.end())
  const app = healthRoutes({ isReady: () => isReachable(pool) })
  const ready = async () => (await app.request('/readyz')).status
  expect(await ready()).toBe(200)

  freeze(true)
  // On the connection that is open, and on new ones, one after the other and side by side.
  expect(await ready()).toBe(503)
  expect(await Promise.all(Array.from({ length: 30 }, ready))).toEqual(Array(30).fill(503))
  expect((await app.request('/healthz')).status).toBe(200)

  freeze(false)
  await expect.poll(ready).toBe(200)
})
