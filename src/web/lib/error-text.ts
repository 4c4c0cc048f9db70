import { m } from '#web/messages/compiled/messages.js'
import { ApiError } from './api.ts'

/**
 * The text for what was thrown: the server's own, or its status where the answer is not ours. `noAnswer`:
 * the text without an answer.
 */
export function errorText(error: unknown, noAnswer: string = m.account_no_answer()): string {
  if (!(error instanceof ApiError) || error.code === 'network') return noAnswer
  return error.body?.error ?? m.app_server_failed({ status: error.status })
}

/** The target of a deletion no longer exists, for whatever reason: the request counts as done. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
