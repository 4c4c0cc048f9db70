import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

/** A request as a client sent it, and the status of its answer. */
export type RecordedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  /** In base64. */
  body: string
  status: number
}

const connectionHeaders = ['host', 'connection', 'content-length']
/** Those that a recording leaves out: the key, and what the replaying client sets itself. */
const omittedHeaders = [...connectionHeaders, 'authorization', 'accept-encoding']

/**
 * Starts a proxy in front of a server on loopback, closed after the file's tests. It records each
 * request; of equal reads in a row, as of polling, only the last.
 */
export async function recordRequests(
  target: string,
): Promise<{ url: string; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await buffer(request)
    const answer = await fetch(`${target}${path}`, {
      method,
      headers: withoutHeaders(headers, connectionHeaders),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const recorded = {
      ...{
        method,
        path,
        headers: withoutHeaders(headers, omittedHeaders),
        body: body.toString('base64'),
      },
      status: answer.status,
    }
    const last = requests.at(-1)
    if (last && method === 'GET' && last.method === method && last.path === path) requests.pop()
    requests.push(recorded)
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Sends a recorded request to another server, with a key of its own. */
export function sendRecorded(
  url: string,
  { method, path, headers, body }: RecordedRequest,
  key: string,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${key}` },
    ...(body && { body: new Uint8Array(Buffer.from(body, 'base64')) }),
  })
}

function withoutHeaders(headers: IncomingHttpHeaders, omitted: readonly string[]) {
  const kept = Object.entries(headers).filter(([name]) => !omitted.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
