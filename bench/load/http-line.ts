import { connect, type Socket } from 'node:net'

export type Answer = { status: number; body: string }

export type HttpLine = { send(request: Buffer): Promise<Answer>; close(): void }

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * One keep-alive connection, one request at a time. `fetch` costs several times what the server
 * under test does, and both share the cores; this costs next to nothing. Rejects when the
 * connection breaks.
 */
export async function openLine(url: string): Promise<HttpLine> {
  const { hostname, port } = new URL(url)
  const socket = await connected(connect({ host: hostname, port: Number(port), noDelay: true }))
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  const fail = () => waiting?.reject(new Error('The server closed the connection'))
  socket.on('error', fail)
  socket.on('close', fail)

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

function readAnswer(received: Buffer): Answer | null {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  const start = end + headEnd.length
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  const isWhole = length
    ? received.length >= start + Number(length)
    : received.subarray(start).includes(lastChunk) || !/^transfer-encoding: *chunked/im.test(head)
  return isWhole
    ? { status: Number(head.slice(9, 12)), body: received.toString('utf8', start) }
    : null
}

type Request = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A request as bytes, made before the clock runs. */
export function encodeRequest({ method, url, headers = {}, body = '' }: Request): Buffer {
  const { host, pathname, search } = new URL(url)
  const content = Buffer.from(body)
  const all = {
    host,
    'content-type': 'application/json',
    'content-length': String(content.length),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`),
    content,
  ])
}
