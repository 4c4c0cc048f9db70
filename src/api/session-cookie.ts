import { signedInHint } from '#contract/signed-in-hint.ts'

/** How long the browser keeps the session, in seconds; the server renews its own 30 days at use. */
const maxAge = 30 * 24 * 60 * 60

/**
 * The session's cookie. Over https it is bound to the host (`__Host-`); over plain http, on localhost, browsers and
 * programs would not send such a one back.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-atelier_session' : 'atelier_session',
    options: { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge } as const,
    /** Says only that somebody signed in here, so that a visitor's page need not ask and be refused. */
    hint: { name: signedInHint, options: { path: '/', sameSite: 'Lax', secure, maxAge } as const },
  }
}
