import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withRequestId } from '#platform/telemetry/request-id.ts'
import { maxJsonBytes } from '../http/send.ts'
import { type Call, call } from './call.ts'

/** Starts a provider for one test; records requests and connections. */
async function provider(
  listener: RequestListener,
  prepare: (server: Server) => void = () => undefined,
) {
  const seen = { requests: 0, connections: 0 }
  const server = createServer((request, response) => {
    seen.requests++
    listener(request, response)
  })
  server.on('connection', () => seen.connections++)
  prepare(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fal-ai/x`
  return { url, seen, server }
}

const submit = (url: string, more: Partial<Call> = {}) =>
  call({ method: 'POST', url, key: 'k', body: { prompt: 'a fox' }, timeout: 60_000, ...more })

const unknown = { delivery: 'unknown', retryable: true }

describe('a call to the provider', () => {
  it('names the request that it is made for, and nothing where there is none', async () => {
    const ids: unknown[] = []
    const { url } = await provider((request, response) => {
      ids.push([request.headers['x-request-id'], request.headers.traceparent])
      response.end('{}')
    })
    await withRequestId('0a1b2c3d-request', () => submit(url))
    await submit(url)
    expect(ids).toEqual([
      ['0a1b2c3d-request', undefined],
      [undefined, undefined],
    ])
  })

  it('sends and receives JSON with our key, and keeps every digit of a seed', async () => {
    let said: unknown
    const { url } = await provider(async (request, response) => {
      const text = (await request.setEncoding('utf8').toArray()).join('')
      said = { ...request.headers, text }
      response.writeHead(202).end('{"request_id":"ü","nested":{"seed":196619188014358660}}')
    })
    const answered = {
      status: 202,
      body: { request_id: 'ü', nested: { seed: '196619188014358660' } },
    }
    expect(await submit(url, { headers: { 'x-fal-more': 'yes' } })).toMatchObject(answered)
    expect(said).toMatchObject({
      ...{
        authorization: 'Key k',
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      ...{ 'x-fal-more': 'yes', text: '{"prompt":"a fox"}' },
    })
  })

  it('writes a seed beyond 2^53 as a number with every digit', async () => {
    let said = ''
    const { url } = await provider(async (request, response) => {
      said = (await request.setEncoding('utf8').toArray()).join('')
      response.end('{}')
    })
    await submit(url, { body: { prompt: '12', seed: '196619188014358661' } })
    expect(said).toBe('{"prompt":"12","seed":196619188014358661}')
  })

  it('removes characters that PostgreSQL cannot store from every text', async () => {
    const { url } = await provider((_request, response) =>
      response.end(
        '{"request_id":"a\\u0000b","more":["\\ud83e\\udd8a","\\uD800"],"n":null,"seed":12}',
      ),
    )
    const { body } = await submit(url)
    expect(body).toEqual({ request_id: 'ab', more: ['🦊', '\ufffd'], n: null, seed: '12' })
  })

  it.each([
    ['announces it', { 'content-length': String(maxJsonBytes + 1) }],
    ['does not', {}],
  ])(
    'rejects an answer beyond 16 MB when the provider %s, and closes the connection',
    async (_, headers) => {
      const left = Promise.withResolvers<void>()
      const { url } = await provider((_request, response) => {
        response.on('close', left.resolve).writeHead(200, headers)
        const write = () => {
          while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
          response.once('drain', write)
        }
        write()
      })
      await expect(submit(url)).rejects.toMatchObject({
        code: 'too_large',
        delivery: 'unknown',
        retryable: false,
      })
      await left.promise
    },
  )

  it('uses the status alone where an error body never ends', async () => {
    const { url } = await provider((_request, response) => {
      response.writeHead(422, { 'content-length': String(maxJsonBytes + 1) }).flushHeaders()
    })
    await expect(submit(url)).rejects.toMatchObject({ code: 'invalid_input', httpStatus: 422 })
  })

  it('reads from the provider whether a retry may succeed', async () => {
    const { url } = await provider((_request, response) =>
      response
        .writeHead(500, { 'X-Fal-Retryable': 'false', 'X-Fal-Error-Type': 'internal_error' })
        .end('{}'),
    )
    await expect(submit(url)).rejects.toMatchObject({
      httpStatus: 500,
      retryable: false,
      delivery: 'unknown',
    })
  })

  it.each([300, 301, 302, 303, 304, 307, 308])(
    'never follows %i, and reports an unknown outcome',
    async (status) => {
      const target = await provider((_request, response) => response.end('{}'))
      const { url } = await provider((_request, response) =>
        response.writeHead(status, { location: target.url }).end(),
      )
      await expect(submit(url)).rejects.toMatchObject({
        code: 'unavailable',
        httpStatus: status,
        ...unknown,
      })
      expect(target.seen.requests).toBe(0)
    },
  )

  it.each([
    ['nothing', ''],
    ['a page', '<html>'],
    ['half of it', '{"request_id":'],
  ])('rejects an answer that is %s', async (_what, text) => {
    const { url } = await provider((_request, response) => response.end(text))
    await expect(submit(url)).rejects.toMatchObject({ code: 'unreadable', ...unknown })
  })

  it('times out before and during the answer', async () => {
    for (const begin of [false, true]) {
      const { url, seen } = await provider(
        (_request, response) => void (begin && response.write('{')),
      )
      await expect(submit(url, { timeout: 200 })).rejects.toMatchObject({
        code: 'timeout',
        ...unknown,
      })
      expect(seen.requests).toBe(1)
    }
  })
})

describe('a connection', () => {
  it.each(['http://127.0.0.1:1/', 'http://nobody.invalid/'])(
    'that cannot be opened to %s is reported as not sent',
    async (url) => {
      await expect(submit(url)).rejects.toMatchObject({
        code: 'unavailable',
        delivery: 'refused',
        retryable: true,
      })
    },
  )

  it('that breaks before or during an answer leaves an unknown outcome, and nothing is sent again', async () => {
    for (const begin of [false, true]) {
      const { url, seen } = await provider((request, response) => {
        if (begin) response.writeHead(200, { 'content-length': '9' }).write('{"a"')
        setImmediate(() => request.socket.destroy())
      })
      await expect(submit(url)).rejects.toMatchObject({ code: 'unavailable', ...unknown })
      expect(seen.requests).toBe(1)
    }
  })

  it('is reused; when it breaks during a second call, that outcome is unknown and not repeated', async () => {
    for (const method of ['POST', 'GET', 'PUT'] as const) {
      const { url, seen } = await provider((request, response) => {
        if (seen.requests % 2 === 1) response.end('{}')
        else request.socket.resetAndDestroy()
      })
      await submit(url)
      await turn()
      await expect(call({ method, url, key: 'k', timeout: 60_000 })).rejects.toMatchObject(unknown)
      expect(seen).toEqual({ requests: 2, connections: 1 })
    }
  })

  it('that the provider closed between two calls is not reused', async () => {
    const { url, seen, server } = await provider((_request, response) => response.end('{}'))
    const closed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    await submit(url)
    server.closeIdleConnections()
    await closed
    await turn()
    await expect(submit(url)).resolves.toMatchObject({ status: 200 })
    expect(seen).toEqual({ requests: 2, connections: 2 })
  })

  it('is closed before the keep-alive timeout that the provider states', async () => {
    const { url, seen } = await provider(
      (_request, response) => response.end('{}'),
      (server) => Object.assign(server, { keepAliveTimeout: 1_000 }),
    )
    await submit(url)
    await turn()
    await submit(url)
    expect(seen).toEqual({ requests: 2, connections: 2 })
  })
})
