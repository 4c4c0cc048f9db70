import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEventStream, type EventStream, encodeText } from './event-stream.ts'

const read = async ({ body }: EventStream) => new Response(body).text()

describe('an event stream', () => {
  it('sends what was written before its end, and calls `onClose` once', async () => {
    let closed = 0
    const stream = createEventStream({ onClose: () => closed++ })
    stream.write(encodeText('a'))
    stream.write(encodeText('b'))
    stream.end()
    stream.end()
    stream.write(encodeText('c'))
    expect(await read(stream)).toBe('ab')
    expect(closed).toBe(1)
  })

  it('calls `onClose` when its reader stops', async () => {
    let closed = 0
    const stream = createEventStream({ onClose: () => closed++ })
    await stream.body.cancel()
    stream.write(encodeText('a'))
    stream.end()
    expect(closed).toBe(1)
  })

  it('accepts one write of any size, and ends when the next one finds the buffer full', async () => {
    let closed = 0
    const stream = createEventStream({ onClose: () => closed++, maxBufferedBytes: 10 })
    stream.write(encodeText('more than ten bytes'))
    expect(closed).toBe(0)
    stream.write(encodeText('a'))
    expect(closed).toBe(1)
    await expect(read(stream)).rejects.toThrow('too slow')
  })

  it('breaks the connection of a reader that reads nothing, and frees its buffer', async () => {
    const closed = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<EventStream>()
    const server = createServer(
      getRequestListener((_, env) => {
        const { outgoing } = env as { outgoing: { destroy(): void } }
        const stream = createEventStream({
          onClose: closed.resolve,
          disconnect: () => outgoing.destroy(),
        })
        opened.resolve(stream)
        return new Response(stream.body, { headers: { 'transfer-encoding': 'chunked' } })
      }),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.pause().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const gone = new Promise((resolve) => socket.once('close', resolve))
    const stream = await opened.promise

    let isClosed = false
    void closed.promise.then(() => {
      isClosed = true
    })
    const bytes = new Uint8Array(256 * 1024)
    // Kernels buffer some megabytes for a reader that does not read.
    for (let n = 0; n < 1_000 && !isClosed; n++) {
      stream.write(bytes)
      await new Promise(setImmediate)
    }
    expect(isClosed).toBe(true)
    socket.resume()
    await gone
  })
})
