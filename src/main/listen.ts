import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { streamedPaths } from '#api/uploads/upload-routes.ts'
import { uploadTime } from '#domain/upload-rules.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listener = {
  port: number
  /** Begins to serve. Throws `CannotStart` when the port was taken meanwhile. */
  handle(handler: Handler): Promise<void>
  /**
   * Refuses new connections, and resolves when the requests under way are answered, after
   * `patience` at the latest.
   */
  close(): Promise<void>
}

/** A sentence for people, not a stack trace. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** How long open requests may go on after the server stops, in ms. */
const patience = 30_000

/**
 * How long an idle connection stays, in ms: longer than nginx keeps one (60 s), so that nginx never
 * uses one that we close.
 */
const idleTime = 65_000

/** How long a request that brings no file may take to arrive, in ms. */
const usualTime = 300_000

/**
 * Prepares to serve at this port, and does so when `handle` is called: a proxy in front sends
 * nothing to a process that cannot answer yet. Throws `CannotStart` at once where another program
 * serves there. Port 0 is taken at once, to learn its number, and answers 503 until then. Requests
 * must arrive within `time` ms, files within `uploadTime`.
 */
export async function listen(
  port: number,
  host: string | undefined,
  time = usualTime,
): Promise<Listener> {
  let current: Handler = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('Starting')
  }
  let isClosing = false
  const open = new Set<ServerResponse>()
  const server = createServer(
    { requestTimeout: uploadTime, keepAliveTimeout: idleTime },
    (request, response) => {
      if (!bringsFile(request)) limitArrival(request, time)
      open.add(response)
      response.once('close', () => open.delete(response))
      if (isClosing) response.shouldKeepAlive = false
      current(request, response)
    },
  )
  const bind = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)))
      server.listen({ port, ...(host && { host }) }, resolve)
    })
  if (port === 0) await bind()
  else if (await isServed(port, host))
    throw explain(Object.assign(new Error(), { code: 'EADDRINUSE' }), port)
  return {
    port: port === 0 ? (server.address() as AddressInfo).port : port,
    handle: async (handler) => {
      current = handler
      if (!server.listening && !isClosing) await bind()
    },
    close: () => {
      isClosing = true
      // Who has its answer is told that nothing follows on this connection; a proxy then does not
      // try.
      for (const response of open) response.shouldKeepAlive = false
      return close(server)
    },
  }
}

/**
 * Does another program serve at this port? Taking the port to find out would refuse that program's
 * clients.
 */
function isServed(port: number, host = 'localhost'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: ['0.0.0.0', '::'].includes(host) ? 'localhost' : host })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function bringsFile({ url = '', method }: IncomingMessage): boolean {
  return (
    streamedPaths.has(url.split('?', 1)[0] ?? '') || (method === 'PUT' && url.startsWith('/media/'))
  )
}

/**
 * Nobody holds a connection by sending a request slowly. What has arrived may take its time to be
 * answered.
 */
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
  if (error.code === 'EACCES')
    return new CannotStart(`Port ${port} may not be used by this user. Try PORT=3000.`)
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
