import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { testFileHost } from '#testing/files.ts'
import { download } from './download.ts'

const host = await testFileHost()
const generous = { maxBytes: 1_000, idleTime: 5_000, time: 10_000 }

const rules = { isAllowed: (url: string) => url.startsWith(host.url) }

const fetchWith = async (
  url: string,
  limits: Partial<typeof generous & { signal: AbortSignal }> = {},
) => buffer(await download(url, rules, { ...generous, ...limits }))

/** Resolves once the host sees its connection closed by the caller. */
function closedByCaller(name: string, write: (send: (bytes: number) => void) => void) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const url = host.serve(name, (_request, response) => {
    response.on('close', () => resolve())
    write((bytes) => response.write(Buffer.alloc(bytes)))
  })
  return { url, closed: promise }
}

describe('downloading a result file', () => {
  it('returns the bytes, without compression', async () => {
    let accepted: string | undefined
    const url = host.serve('fine', (request, response) => {
      accepted = String(request.headers['accept-encoding'])
      response.end('hello')
    })
    expect(String(await fetchWith(url))).toBe('hello')
    expect(accepted).toBe('identity')
  })

  it.each([
    [404, 'not_found'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('%i is retryable: %s', async (status, code) => {
    const url = host.serve(`status-${status}`, (_request, response) =>
      response.writeHead(status).end('no'),
    )
    await expect(fetchWith(url)).rejects.toMatchObject({
      code,
      retryable: true,
      httpStatus: status,
    })
  })

  it('follows a redirect, but never connects to a host that is not allowed', async () => {
    const target = host.serve('target', (_request, response) => void response.end('hello'))
    const url = host.serve('moved', (_request, response) =>
      response.writeHead(302, { location: target }).end(),
    )
    expect(String(await fetchWith(url))).toBe('hello')
    await expect(fetchWith('http://10.0.0.1/a.png')).rejects.toMatchObject({ retryable: false })
    await expect(fetchWith('file:///etc/passwd')).rejects.toMatchObject({ retryable: false })
  })

  it('rejects a file with a too large content-length before reading it', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const url = host.serve('huge', (_request, response) => {
      response.on('close', () => resolve())
      response.writeHead(200, { 'content-length': '1001' })
      response.flushHeaders()
    })
    await expect(fetchWith(url)).rejects.toThrow('1001 bytes')
    await closed
  })

  it('accepts exactly the limit, and stops one byte later without content-length', async () => {
    const exact = host.serve(
      'exact',
      (_request, response) => void response.write(Buffer.alloc(1_000), () => response.end()),
    )
    expect(await fetchWith(exact)).toHaveLength(1_000)

    const { url, closed } = closedByCaller('endless', (send) => {
      send(1_000)
      send(1)
    })
    await expect(fetchWith(url)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('1000'),
    })
    await closed
  })

  it('fails when the connection breaks, with and without a length', async () => {
    for (const headers of [{ 'content-length': '900' }, {}]) {
      const url = host.serve('cut', (_request, response) => {
        response.writeHead(200, headers)
        response.write(Buffer.alloc(100), () => response.destroy())
      })
      await expect(fetchWith(url)).rejects.toMatchObject({ code: 'unavailable', retryable: true })
    }
  })

  it('times out when no data arrives, before and after the first byte', async () => {
    const silent = closedByCaller('silent', () => undefined)
    await expect(fetchWith(silent.url, { idleTime: 300 })).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
    })
    await silent.closed

    const stalled = closedByCaller('stalled', (send) => send(10))
    await expect(fetchWith(stalled.url, { idleTime: 300 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await stalled.closed
  })

  it('times out in total although data keeps arriving', async () => {
    let dripping: NodeJS.Timeout | undefined
    const { url, closed } = closedByCaller('drip', (send) => {
      dripping = setInterval(() => send(1), 5)
    })
    await expect(fetchWith(url, { idleTime: 5_000, time: 200 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await closed
    clearInterval(dripping)
  })

  it('closes the connection when the reader stops or aborts', async () => {
    const left = closedByCaller('left', (send) => send(10))
    for await (const _chunk of await download(left.url, rules, generous)) break
    await left.closed

    const stopping = new AbortController()
    const stopped = closedByCaller('told', () => stopping.abort())
    const reading = fetchWith(stopped.url, { signal: stopping.signal })
    await expect(reading).rejects.toMatchObject({ code: 'unavailable', retryable: true })
    await stopped.closed
  })
})
