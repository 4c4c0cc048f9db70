import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { SignInRefusal } from './identity.ts'

/** What the provider answers when it is itself in trouble. */
const trouble = new Set(['server_error', 'temporarily_unavailable'])

/** What openid-client calls an answer that does not fit the question. */
const mismatches = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/**
 * Whether an error of openid-client says that the sign-in proves nothing, rather than that it could
 * not be checked.
 */
export function isRefusal(error: unknown): error is Error {
  if (error instanceof AuthorizationResponseError) return !trouble.has(error.error)
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant'
  return error instanceof ClientError && mismatches.has(error.code ?? '')
}

/** Whether the person went back, or something is wrong with the answer. */
export function reasonOf(refusal: Error): SignInRefusal {
  return refusal instanceof AuthorizationResponseError && refusal.error === 'access_denied'
    ? 'declined'
    : 'failed'
}
