import { type SignInRefusal, SignInRefused } from '#providers/identity/identity.ts'

/** Why nobody was signed in: refused, or the identity provider (or we) could not be asked. */
export function signInFailure(error: unknown): SignInRefusal | 'unavailable' {
  return error instanceof SignInRefused ? error.reason : 'unavailable'
}
