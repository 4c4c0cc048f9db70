import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { signedInHint } from '#contract/browser-state.ts'

/**
 * How long the browser keeps the session after it last asked for its account, in seconds. The
 * server's own 30 days slide, too.
 */
const maxAge = 30 * 24 * 60 * 60

/**
 * The session's cookie. Over https it is bound to the host (`__Host-`); over plain http, on
 * localhost, browsers and programs would not send such a one back.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge } as const
  /**
   * Says only that somebody signed in here, so that a visitor's page need not ask and be refused.
   */
  const hint = { path: '/', sameSite: 'Lax', secure, maxAge } as const
  const name = secure ? '__Host-atelier_session' : 'atelier_session'
  return {
    name,
    secure,
    set(c: Context, token: string): void {
      setCookie(c, name, token, options)
      setCookie(c, signedInHint, '1', hint)
    },
    clear(c: Context): void {
      deleteCookie(c, name, options)
      deleteCookie(c, signedInHint, hint)
    },
  }
}
