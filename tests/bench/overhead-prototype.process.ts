import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as call, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { clientOptions } from '#platform/database/database.ts'
import type { PrototypeOrder } from './overhead.ts'

/**
 * The yardstick: one durable commit, the answer, one call. No accounts, no checks, nothing that
 * could be taken away.
 */
const [order] = (await once(process, 'message')) as [PrototypeOrder]
const pool = new pg.Pool({ ...clientOptions({ url: order.databaseUrl }), max: 12 })
await pool.query('create table prototype (id uuid primary key, body jsonb not null)')
const agent = new Agent({ keepAlive: true })

const server = createServer(async (request, response) => {
  const body = await text(request)
  const { prompt } = JSON.parse(body) as { prompt: string }
  await pool.query('insert into prototype (id, body) values ($1, $2)', [randomUUID(), body])
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"ok"}')

  const headers = { 'content-type': 'application/json' }
  const outgoing = call(
    `${order.providerUrl}/fal-ai/prototype`,
    { agent, method: 'POST', headers },
    (incoming) => incoming.resume(),
  )
  outgoing.end(JSON.stringify({ prompt }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.once('disconnect', () => process.exit())
