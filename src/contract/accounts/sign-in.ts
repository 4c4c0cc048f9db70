/** The parameter that a page is opened with when signing in did not work. */
export const signInParameter = 'sign_in'

/**
 * Why not. `declined`: the person went back; `unverified`: the e-mail address is not confirmed
 * there; `taken`: it belongs to an account with another identity; `unavailable`: the identity
 * provider could not be asked; `failed`: anything else.
 */
export const signInFailures = ['declined', 'unverified', 'taken', 'unavailable', 'failed'] as const
export type SignInFailure = (typeof signInFailures)[number]
