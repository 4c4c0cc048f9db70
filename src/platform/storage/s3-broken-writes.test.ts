import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { chunks } from '#testing/storage/storage-suite.ts'
import { createS3Storage } from './s3-storage.ts'

const part = 8 * 1024 * 1024

type Answer = (response: ServerResponse) => void
const refused: Answer = (response) =>
  response.writeHead(400).end('<Error><Code>InvalidRequest</Code></Error>')

/**
 * Starts a store that accepts multipart uploads except one kind of request; `seen` lists requests.
 */
async function storeThatFails(what: string, answer: Answer) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const kind = kindOf(request)
      seen.push(kind)
      if (kind.startsWith(what)) answer(response)
      else succeed(kind, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const key = { accessKeyId: 'id', secretAccessKey: 'secret' }
  return { seen, storage: createS3Storage({ endpoint, region: 'auto', bucket: 'media', ...key }) }
}

function kindOf({ method, url = '' }: IncomingMessage): string {
  const query = new URL(url, 'http://store').searchParams
  if (query.has('uploads')) return 'begin'
  if (query.has('partNumber')) return `part ${query.get('partNumber')}`
  if (query.has('uploadId')) return method === 'DELETE' ? 'abort' : 'join'
  return method ?? ''
}

function succeed(kind: string, response: ServerResponse): void {
  const bodies: Record<string, string> = {
    begin: '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
    join: '<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>',
  }
  response.writeHead(kind === 'abort' ? 204 : 200, { etag: '"e"' }).end(bodies[kind])
}

it.each(['begin', 'part 1', 'part 3', 'part', 'join'])(
  'aborts its parts and ends its body when “%s” fails',
  async (what) => {
    const { seen, storage } = await storeThatFails(what, refused)
    const piece = Buffer.alloc(part)
    const source = chunks(piece, piece, piece, piece, piece, 'end')
    await expect(storage.write('a/b.mp4', source, { maxBytes: 6 * part })).rejects.toThrow()
    expect(await source.next()).toMatchObject({ done: true })
    expect(seen.at(-1)).toBe(what === 'begin' ? 'begin' : 'abort')
  },
)

it('ends its body when a small file is rejected', async () => {
  const { storage } = await storeThatFails('PUT', refused)
  const source = chunks('small')
  await expect(storage.write('a/b.png', source, { maxBytes: 9 })).rejects.toThrow()
  expect(await source.next()).toMatchObject({ done: true })
})
