import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import type { Env } from '../env.ts'
import { createErrorHandler } from '../errors.ts'
import { limitBody } from './limit-body.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const app = new Hono<Env>()
  .use(limitBody(10))
  .post('/', async (c) => c.text(`read ${await c.req.text()}`))
app.onError(createErrorHandler(silent))
const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())

/** Sends a raw request; returns the status and body of the answer. */
async function send(head: string[], body: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    ['POST / HTTP/1.1', 'host: localhost', 'connection: close', ...head, '', body].join('\r\n'),
  )
  const answer = await text(socket)
  return { status: Number(answer.slice(9, 12)), body: answer.split('\r\n\r\n')[1] }
}

const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')

it('accepts a small body, with and without content-length', async () => {
  expect(await send(['content-length: 10'], '0123456789')).toEqual({
    status: 200,
    body: 'read 0123456789',
  })
  expect(await send(['transfer-encoding: chunked'], chunked('01234', '56789'))).toMatchObject({
    status: 200,
    body: expect.stringContaining('read 0123456789'),
  })
  expect(await send([], '')).toMatchObject({ status: 200 })
})

it('rejects a larger one by its content-length, or as soon as the limit is exceeded', async () => {
  expect(await send(['content-length: 11'], '0123456789a')).toMatchObject({ status: 413 })
  expect(await send(['transfer-encoding: chunked'], chunked('01234', '56789', 'a'))).toMatchObject({
    status: 413,
  })
})

it('is not deceived by a wrong content-length', async () => {
  expect((await send(['content-length: 5'], '0123456789abcdef')).body).not.toContain('56789')
  const both = ['content-length: 5', 'transfer-encoding: chunked']
  expect((await send(both, chunked('0123456789abcdef'))).status).toBeGreaterThanOrEqual(400)
})
