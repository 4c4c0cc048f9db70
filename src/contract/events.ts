import type { AccountView } from './accounts/account.ts'
import type { GenerationView } from './generation.ts'

/**
 * What `GET /api/events` sends (server-sent events). Each event carries a whole state, never a change, so receiving
 * one twice or out of order by a little does no harm. `id` lines are for `Last-Event-ID`: after a reconnect everything
 * that changed since then is sent again. A deleted generation arrives as `generation-deleted`. `signed-out` is the last
 * event of a stream whose session or key was ended elsewhere.
 */
export type LiveEvents = {
  ready: Record<string, never>
  generation: GenerationView
  account: AccountView
  'generation-deleted': { id: string }
  'signed-out': Record<string, never>
}
