import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'

/** `concurrency` requests at a time, each `delayMs` late; the others wait in line. */
export type BucketSlowness = { concurrency: number; delayMs: number }

/**
 * A bucket in memory that speaks as much of S3 as the product asks, and can be away, hang or be
 * slow.
 */
export type Bucket = {
  url: string
  /** Its objects by key. */
  objects: ReadonlyMap<string, { body: Buffer; contentType: string }>
  /** Refuses connections until it is back. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Takes requests and answers none until `false`. */
  hang(hangs: boolean): void
  /** `null`: as fast as it can. */
  slowDown(slowness: BucketSlowness | null): void
  stop(): Promise<void>
}

/** Starts a bucket of that name on loopback. */
export async function startBucket(name: string): Promise<Bucket> {
  const objects = new Map<string, { body: Buffer; contentType: string }>()
  const uploads = new Map<string, { parts: Map<number, Buffer>; contentType: string }>()
  let hangs = false
  let slow: { run: ReturnType<typeof pLimit>; delayMs: number } | null = null

  const server = createServer((request, response) => {
    if (hangs) return void request.resume()
    const answer = () => respond(request, response)
    const done = slow ? slow.run(() => delay(slow?.delayMs ?? 0).then(answer)) : answer()
    done.catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(pathname).slice(name.length + 2)
    const contentType = request.headers['content-type'] ?? ''
    const uploadId = searchParams.get('uploadId')
    if (searchParams.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { parts: new Map(), contentType })
      const started = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(started)
    }
    if (uploadId)
      return respondToUpload(request, response, {
        key,
        uploadId,
        part: searchParams.get('partNumber'),
      })
    if (request.method === 'PUT') {
      objects.set(key, { body: await buffer(request), contentType })
      return void response.writeHead(200, { etag: '"e"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (key === '') return void response.writeHead(200).end()
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    sendObject(request, response, found)
  }

  /** A file of several parts: each part, then its end or that it is given up. */
  async function respondToUpload(
    request: IncomingMessage,
    response: ServerResponse,
    { key, uploadId, part }: { key: string; uploadId: string; part: string | null },
  ): Promise<void> {
    const body = await buffer(request)
    const upload = uploads.get(uploadId)
    if (!upload) return void response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>')
    if (part !== null) {
      upload.parts.set(Number(part), body)
      return void response.writeHead(200, { etag: `"${part}"` }).end()
    }
    uploads.delete(uploadId)
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    const parts = [...upload.parts]
      .toSorted(([one], [other]) => one - other)
      .map(([, bytes]) => bytes)
    objects.set(key, { body: Buffer.concat(parts), contentType: upload.contentType })
    const completed =
      '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>'
    response.writeHead(200, { 'content-type': 'application/xml' }).end(completed)
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    goAway: close,
    comeBack: () => listen(port),
    hang: (value) => {
      hangs = value
      if (!value) server.closeAllConnections()
    },
    slowDown: (slowness) => {
      slow = slowness && { run: pLimit(slowness.concurrency), delayMs: slowness.delayMs }
    },
    stop: () => (server.listening ? close() : Promise.resolve()),
  }
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  found: { body: Buffer; contentType: string },
) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const body =
    start === undefined ? found.body : found.body.subarray(Number(start), Number(end) + 1)
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': String(body.length),
    'content-type': found.contentType,
    ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
