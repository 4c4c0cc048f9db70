import type { AccountView } from './account.ts'
import type { GenerationView } from './generation.ts'

/**
 * What `GET /api/events` sends (server-sent events). Each event carries a whole state, never a
 * change, so receiving one twice or out of order by a little does no harm. `id` lines are for
 * `Last-Event-ID`: after a reconnect everything that changed since then is sent again. A deleted
 * generation arrives as `generation-deleted`. `refetch` stands for more changes than are worth
 * sending one by one: what is shown is to be read again. `signed-out` is the last event of a stream
 * whose session or key was ended elsewhere. While nothing changes, an event named `heartbeat`
 * arrives every `heartbeatMs`, so that a reader can tell an idle connection from a dead one.
 */
export type LiveEvents = {
  ready: Record<string, never>
  generation: GenerationView
  account: AccountView
  'generation-deleted': { id: string }
  refetch: Record<string, never>
  'signed-out': Record<string, never>
}

/** The pause after which a silent stream sends `heartbeat`, in ms. */
export const heartbeatMs = 2_000

/**
 * A stream that has sent nothing for this long, in ms, is treated as lost by its reader: two
 * heartbeats and some delay.
 */
export const streamSilenceMs = 5_000
