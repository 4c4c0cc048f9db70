import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { listen } from './listen.ts'

const listener = await listen(0, '127.0.0.1', 50)
afterAll(() => listener.close())
listener.handle(async (incoming, response) => {
  response.end(String((await buffer(incoming).catch(() => Buffer.alloc(0))).length))
})

function begin(method: string, path: string) {
  const sending = request({ port: listener.port, host: '127.0.0.1', path, method, agent: false })
  sending.write('first')
  return sending
}

it('gives files the time that slow links need, and nobody else', async () => {
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
