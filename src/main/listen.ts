import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { streamedPaths } from '#core/media/upload-routes.ts'
import { uploadTime } from '#core/media/upload-rules.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listener = {
  port: number
  /** Starts to serve. Throws `CannotStart` when the port was taken meanwhile. */
  handle(handler: Handler): Promise<void>
  /**
   * Refuses new connections, and resolves when the requests under way are answered, after
   * `patience` at the latest.
   */
  close(): Promise<void>
}

/** A failure to start, with a message for people instead of a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** How long running requests may take after the server stops, in ms. */
const patience = 30_000

/**
 * How long an idle connection is kept, in ms: longer than nginx keeps one (60 s), so that nginx
 * never uses a connection that we close.
 */
const idleTime = 65_000

/** The timeout of receiving a request without a file, in ms. */
const usualTime = 300_000

/**
 * Prepares to serve at this port, which begins when `handle` is called: a proxy in front sends
 * nothing to a process that cannot answer yet. Throws `CannotStart` at once if another program uses
 * the port. Port 0 is bound at once, to learn its number, and answers 503 until then. Requests must
 * arrive within `time` ms, files within `uploadTime`.
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
      // The last answer on a connection closes it, so that a proxy sends nothing more on it.
      for (const response of open) response.shouldKeepAlive = false
      return close(server)
    },
  }
}

/**
 * Whether another program serves at this port. Binding the port to find out would reject its
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
 * Limits slow requests, which would occupy a connection. The answer may take longer.
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
