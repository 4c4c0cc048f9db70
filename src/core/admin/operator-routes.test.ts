import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { recordProviderOutage } from '#core/generations/queries/outages.ts'
import { isReachable, openServingPool } from '#platform/database/database.ts'
import { testConnection } from '#testing/database/database.ts'
import { testClient, testServer } from '#testing/server.ts'
import { createOperatorApp, healthRoutes, metricsRoutes } from './operator-routes.ts'

/**
 * A proxy to the test database that stops transferring while it is frozen, like a stopped
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

it('reports "not ready" while PostgreSQL hangs, and "ready" once it answers again', async () => {
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
  // On the open connection, and on new ones, one after the other and concurrently.
  expect(await ready()).toBe(503)
  expect(await Promise.all(Array.from({ length: 30 }, ready))).toEqual(Array(30).fill(503))
  expect((await app.request('/healthz')).status).toBe(200)

  freeze(false)
  await expect.poll(ready).toBe(200)
})

const server = await testServer()

async function scrape(): Promise<Map<string, number>> {
  const response = await server.app.request('http://localhost:3000/metrics')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('atelier_'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  )
}

describe('GET /metrics', () => {
  it('counts generations and credits, and requests by their route', async () => {
    const client = await testClient(server)
    const create = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
    const { body } = await client.request('POST', '/api/image-generation/create', create)
    const ended = 'atelier_generations_ended_total{kind="image",status="completed",error_code=""}'
    await expect.poll(async () => (await scrape()).get(ended)).toBe(1)
    await client.request('GET', `/api/generations/${body.id}`)
    await client.request('GET', '/api/no-such-thing')

    const figures = await scrape()
    expect(figures.get('atelier_generations_started_total{kind="image"}')).toBe(1)
    expect(figures.get('atelier_credits_charged_total{kind="image"}')).toBe(8)
    const requests = [...figures.keys()].filter((name) =>
      name.startsWith('atelier_http_request_seconds_count'),
    )
    expect(requests.map((name) => /route="([^"]*)"/.exec(name)?.[1])).toEqual([
      '/api/image-generation/create',
      '/api/generations/:id',
      '/api/*',
    ])
    expect([...figures.keys()].filter((name) => name.includes(body.id))).toEqual([])
  })

  it('reports the state of the installation', async () => {
    const { database } = server.context
    await recordProviderOutage(database, {
      provider: 'fal',
      code: 'provider_funds',
      detail: 'nothing left',
      probeAfter: 1_000_000,
    })
    const figures = await scrape()
    expect(figures.get('atelier_provider_outage{provider="fal",code="provider_funds"}')).toBe(1)
    expect(figures.get('atelier_provider_outage{provider="fal",code="provider_locked"}')).toBe(0)
    expect(figures.get('atelier_generations_open{kind="video",step="submit"}')).toBe(0)
    expect(figures.get('atelier_oldest_due_seconds')).toBe(0)
    expect(figures.get('atelier_generations_overdue')).toBe(0)
    expect(figures.get('atelier_event_streams')).toBe(0)
    expect(figures.get('atelier_database_up')).toBe(1)
  })
})

it('gives every answer its request id, in a worker process too', async () => {
  const read = async () => ({ contentType: 'text/plain', text: 'figures' })
  const metrics = { read, token: undefined, isOpen: true }
  const worker = createOperatorApp({ isReady: async () => true, metrics })
  const { app } = await testServer()
  for (const each of [worker, app])
    for (const path of ['/healthz', '/readyz', '/metrics', '/no-such-path'])
      expect((await each.request(path)).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

describe('who may read the metrics', () => {
  const read = async () => ({ contentType: 'text/plain', text: 'figures' })
  const status = async (
    options: { token: string | undefined; isOpen: boolean },
    authorization?: string,
  ) => {
    const headers = { ...(authorization && { authorization }) }
    return (await metricsRoutes({ read, ...options }).request('/metrics', { headers })).status
  }
  const token = 'a long token of the operator'

  it('is everyone in a demo', async () => {
    expect(await status({ token: undefined, isOpen: true })).toBe(200)
  })

  it('is no one in production without a token', async () => {
    expect(await status({ token: undefined, isOpen: false })).toBe(404)
    expect(await status({ token: undefined, isOpen: false }, 'Bearer undefined')).toBe(404)
  })

  it('is the holder of the token, where there is one', async () => {
    for (const isOpen of [true, false]) {
      expect(await status({ token, isOpen }, `Bearer ${token}`)).toBe(200)
      expect(await status({ token, isOpen }, `Bearer ${token}x`)).toBe(404)
      expect(await status({ token, isOpen })).toBe(404)
    }
  })
})
