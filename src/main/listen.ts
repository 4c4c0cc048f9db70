import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listener = { port: number; handle(handler: Handler): void; close(): Promise<void> }

/** A sentence for people, not a stack trace. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** How long open requests may go on after the server stops, in ms. */
const patience = 5_000

/** Takes the port at once, so that a second start fails early; until `handle` is called it answers 503. */
export async function listen(port: number, host: string | undefined): Promise<Listener> {
  let current: Handler = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end('Starting')
  }
  const server = createServer((request, response) => void current(request, response))
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
