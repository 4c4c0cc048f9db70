import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'

/** `concurrency` requests at a time, each `delayMs` late; the others wait in line. */
export type BucketSlowness = { concurrency: number; delayMs: number }

/** A bucket in memory that speaks as much of S3 as the product asks, and can be away, hang or be slow. */
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
  let hangs = false
  let slow: { run: ReturnType<typeof pLimit>; delayMs: number } | null = null

  const server = createServer((request, response) => {
    if (hangs) return void request.resume()
    const answer = () => respond(request, response)
    const done = slow ? slow.run(() => delay(slow?.delayMs ?? 0).then(answer)) : answer()
    done.catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').slice(name.length + 2)
    if (request.method === 'PUT') {
      objects.set(key, { body: await buffer(request), contentType: request.headers['content-type'] ?? '' })
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

function sendObject(request: IncomingMessage, response: ServerResponse, found: { body: Buffer; contentType: string }) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const body = start === undefined ? found.body : found.body.subarray(Number(start), Number(end) + 1)
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': String(body.length),
    'content-type': found.contentType,
    ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
