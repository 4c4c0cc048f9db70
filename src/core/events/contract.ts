import type { AccountView } from '#core/accounts/contract/account.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'

/**
 * What `GET /api/events` sends (server-sent events). Each event carries a whole state, never a
 * change, so a repeated or slightly delayed event does no harm. `id` lines are for `Last-Event-ID`:
 * after a reconnect everything that changed since then is sent again. A deleted generation arrives
 * as `generation-deleted`. `refetch` replaces more changes than are worth sending one by one: the
 * client fetches again what it shows. `signed-out` is the last event of a stream whose session or
 * key was ended elsewhere. While nothing changes, an event named `heartbeat` arrives every
 * `heartbeatMs`, so that a client can distinguish an idle connection from a lost one.
 */
export type LiveEvents = {
  ready: Record<string, never>
  generation: GenerationView
  account: AccountView
  'generation-deleted': { id: string }
  /** The models have changed. */
  models: { revision: number }
  /** The settings of the studio have changed. */
  settings: { mark: string }
  refetch: Record<string, never>
  'signed-out': Record<string, never>
}

/** The pause after which a silent stream sends `heartbeat`, in ms. */
export const heartbeatMs = 2_000

/**
 * A client treats a stream that has sent nothing for this long, in ms, as lost: two heartbeats and
 * some delay.
 */
export const streamSilenceMs = 5_000
