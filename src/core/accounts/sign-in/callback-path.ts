/** The method of `GOOGLE_CLIENT_ID`, and of the demo. */
export const googleMethod = 'google'

/**
 * The path that an identity provider redirects back to. Each has one of its own, so that none can
 * pass on the answer of another.
 */
export function callbackPath(method: string): string {
  return `/api/auth/callback${method === googleMethod ? '' : `/${method}`}`
}
