import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

export type Listening = { url: string; port: number; close(): Promise<void> }

/** Serves on 127.0.0.1; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
