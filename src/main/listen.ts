import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { streamedPaths } from '#api/routes/uploads/upload-routes.ts'
import { uploadTime } from '#domain/upload-rules.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listener = { port: number; handle(handler: Handler): void; close(): Promise<void> }

/** A sentence for people, not a stack trace. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** How long open requests may go on after the server stops, in ms. */
const patience = 5_000

/** How long a request that brings no file may take to arrive, in ms. */
const usualTime = 300_000

/**
 * Takes the port at once, so that a second start fails early; until `handle` is called it answers 503. Requests must
 * arrive within `time` ms, files within `uploadTime`.
 */
export async function listen(port: number, host: string | undefined, time = usualTime): Promise<Listener> {
  let current: Handler = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('Starting')
  }
  const server = createServer({ requestTimeout: uploadTime }, (request, response) => {
    if (!bringsFile(request)) limitArrival(request, time)
    current(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)))
    server.listen({ port, ...(host && { host }) }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    handle: (handler) => {
      current = handler
    },
    close: () => close(server),
  }
}

function bringsFile({ url = '', method }: IncomingMessage): boolean {
  return streamedPaths.has(url.split('?', 1)[0] ?? '') || (method === 'PUT' && url.startsWith('/media/'))
}

/** Nobody holds a connection by sending a request slowly. What has arrived may take its time to be answered. */
function limitArrival(request: IncomingMessage, time: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, time).unref()
  request.once('close', () => clearTimeout(timer))
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new CannotStart(
      `Port ${port} is taken by another program. Stop it, or choose another one: PORT=3001 npm start`,
    )
  }
  if (error.code === 'EACCES') return new CannotStart(`Port ${port} may not be used by this user. Try PORT=3000.`)
  return error
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection kept alive for another request becomes idle only when its last answer has ended.
    const closing = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(closing)
      resolve()
    })
    setTimeout(() => server.closeAllConnections(), patience).unref()
  })
}
