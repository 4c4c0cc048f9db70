import type { SignInFailure } from '#contract/browser-state.ts'
import { m } from '#web/messages/compiled/messages.js'

/** What happened, and what to do now. */
export function failureWords(failure: Exclude<SignInFailure, 'declined'>): string {
  switch (failure) {
    case 'unverified':
      return m.sign_in_unverified()
    case 'taken':
      return m.sign_in_taken()
    case 'unavailable':
      return m.sign_in_unavailable()
    case 'failed':
      return m.sign_in_failed()
  }
}
