import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterFile } from '../after-file.ts'

/** A request to a test's server, with its body. */
export type ServerCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
  json<Value = Record<string, unknown>>(): Value
}

/** What the server answers: JSON, bytes, or nothing at all. */
export type ServerAnswer =
  | { status?: number; json: unknown; headers?: Record<string, string> }
  | { status?: number; bytes: Uint8Array; type: string; headers?: Record<string, string> }
  | 'drop'

/** Starts a server on loopback for one test file; `url` has no slash at its end. */
export async function testHttpServer(
  answer: (call: ServerCall) => ServerAnswer | Promise<ServerAnswer>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void respond(request, response, answer).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: ServerCall) => ServerAnswer | Promise<ServerAnswer>,
): Promise<void> {
  const body = await buffer(request)
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://server')
  const { method = '', headers } = request
  const json = () => JSON.parse(String(body))
  const answered = await answer({ method, path, query, headers, body, json })
  if (answered === 'drop') {
    response.destroy()
    return
  }
  response.statusCode = answered.status ?? 200
  const isBytes = 'bytes' in answered
  response.setHeader('content-type', isBytes ? answered.type : 'application/json')
  for (const [name, value] of Object.entries(answered.headers ?? {}))
    response.setHeader(name, value)
  response.end(isBytes ? answered.bytes : JSON.stringify(answered.json))
}

/** Reads a form as its server would. */
export async function formOf({ body, headers }: ServerCall): Promise<FormData> {
  return new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
}

/** A small PNG of one colour. */
export const samplePng: Promise<Buffer> = sharp({
  create: { width: 64, height: 48, channels: 3, background: '#336699' },
})
  .png()
  .toBuffer()

/** The beginning of an MP4. */
export const sampleMp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom0000isommp42'),
])
