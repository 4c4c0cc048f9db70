import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { CannotStart, listen } from './listen.ts'

const listener = await listen(0, '127.0.0.1', 50)
afterAll(() => listener.close())
await listener.handle(async (incoming, response) => {
  response.end(String((await buffer(incoming).catch(() => Buffer.alloc(0))).length))
})

function begin(method: string, path: string) {
  const sending = request({ port: listener.port, host: '127.0.0.1', path, method, agent: false })
  sending.write('first')
  return sending
}

it('gives only uploads the time that slow connections need', async () => {
  const files = [
    begin('POST', '/api/upload-video'),
    begin('POST', '/api/upload-image-wan-i2v?x=1'),
    begin('PUT', '/media/incoming/1/2'),
  ]
  const [ended] = await once(begin('POST', '/api/image-generation/create'), 'error')
  expect(ended).toMatchObject({ code: 'ECONNRESET' })
  for (const file of files) {
    file.end('second')
    const [answer] = await once(file, 'response')
    expect((await buffer(answer)).toString()).toBe('11')
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('refuses connections until it can answer, and fails on a port of another program', async () => {
  const port = await freePort()
  const starting = await listen(port, '127.0.0.1')
  const fetchPage = () => fetch(`http://127.0.0.1:${port}/`)
  await expect(fetchPage()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await starting.handle((_, response) => response.end('ready'))
  expect(await (await fetchPage()).text()).toBe('ready')
  await expect(listen(port, '127.0.0.1')).rejects.toThrow(CannotStart)
  await starting.close()
})

it('reports a port that was taken while it started', async () => {
  const port = await freePort()
  const [first, second] = [await listen(port, '127.0.0.1'), await listen(port, '127.0.0.1')]
  await first.handle((_, response) => response.end())
  await expect(second.handle((_, response) => response.end())).rejects.toThrow(
    `Port ${port} is taken`,
  )
  await second.close()
  await first.close()
})

it('finishes running requests when it closes, closes their connections, and accepts no new ones', async () => {
  const stopping = await listen(0, '127.0.0.1')
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await stopping.handle(async ({ url }, response) => {
    if (url === '/slow') {
      asked()
      await isAllowed
    }
    response.end('answered')
  })
  const agent = new Agent({ keepAlive: true })
  const fetchPage = async (path: string) => {
    const [answer] = await once(
      request({ port: stopping.port, host: '127.0.0.1', path, agent }).end(),
      'response',
    )
    return [answer.headers.connection, (await buffer(answer)).toString()]
  }
  expect(await fetchPage('/')).toEqual(['keep-alive', 'answered'])
  const slow = fetchPage('/slow')
  await isAsked
  const closed = stopping.close()
  await expect(fetch(`http://127.0.0.1:${stopping.port}/`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  })
  allow()
  expect(await slow).toEqual(['close', 'answered'])
  await closed
  agent.destroy()
})
