import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Account } from './control.ts'
import type { Endpoint } from './endpoints/endpoints.ts'
import type { createFaultDice } from './faults.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { JobStore } from './jobs/job-store.ts'
import type { SigningKeys } from './post-signed.ts'
import type { WebhookSender } from './webhook-sender.ts'

export type EmulatorEnv = { Bindings: HttpBindings }

/** The dependencies of the emulator's routes. */
export type EmulatorParts = {
  endpoints: readonly Endpoint[]
  /** OpenAPI documents that are served, and whose endpoints are among them. */
  documents: readonly unknown[]
  queue: JobQueue
  store: JobStore
  account: Account
  keys: SigningKeys
  webhooks: WebhookSender
  dice: ReturnType<typeof createFaultDice>
  delayMs: number
  userId: string
  /** Whether `/control` is available. */
  control: boolean
  files: FileFaults
  /** The largest accepted file, in bytes. */
  uploadLimit: number
}

/**
 * The parameters of `slow-file` and `huge-file`: how long the one takes, in ms, and how many bytes
 * the other has.
 */
export type FileFaults = { slowMs: number; hugeBytes: number }

/** The emulator's current address: after a restart the port may be another. */
export function baseOf(c: Context<EmulatorEnv>): string {
  return `http://127.0.0.1:${c.env.incoming.socket.localPort}`
}

export type ListeningServer = { url: string; port: number; close(): Promise<void> }

/** Serves on 127.0.0.1; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  port: number,
): Promise<ListeningServer> {
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
