import { m } from '#web/messages/compiled/messages.js'
import { ApiError } from './api.ts'

/**
 * What to tell about something that did not work: the server's own words, or its status where a
 * page that is not ours came. `noAnswer`: what is known without, and what now.
 */
export function errorText(error: Error, noAnswer: string = m.account_no_answer()): string {
  if (!(error instanceof ApiError) || error.code === 'network') return noAnswer
  return error.body?.error ?? m.app_server_failed({ status: error.status })
}

/** What was to be ended is gone already, by itself or from elsewhere: what was wanted is so. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
