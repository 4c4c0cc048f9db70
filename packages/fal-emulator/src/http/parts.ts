import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Account } from '../control/account.ts'
import type { createFaultDice } from '../faults/fault-dice.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobStore } from '../jobs/store/job-store.ts'
import type { SigningKeys } from '../webhooks/signing-keys.ts'
import type { WebhookSender } from '../webhooks/webhook-sender.ts'

export type EngineEnv = { Bindings: HttpBindings }

/** What the routes of the engine work on. */
export type EngineParts = {
  queue: JobQueue
  store: JobStore
  account: Account
  keys: SigningKeys
  webhooks: WebhookSender
  dice: ReturnType<typeof createFaultDice>
  delayMs: number
  userId: string
  /** Whether `/control` is there. */
  control: boolean
  files: FileFaults
  /** The largest file taken, in bytes. */
  uploadLimit: number
}

/**
 * What `slow-file` and `huge-file` do: how long the one takes, in ms, and how many bytes the other
 * has.
 */
export type FileFaults = { slowMs: number; hugeBytes: number }

/** The engine's own address at this moment: after a restart the port may be another. */
export function baseOf(c: Context<EngineEnv>): string {
  return `http://127.0.0.1:${c.env.incoming.socket.localPort}`
}
