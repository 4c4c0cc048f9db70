import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { signedInHint } from '#core/history/contract/browser-state.ts'

/**
 * How long the browser keeps the session after its last request for the account, in seconds. The
 * server's own 30 days are extended, too.
 */
const maxAge = 30 * 24 * 60 * 60

/**
 * The session's cookie. Over https it is bound to the host (`__Host-`); over plain http, on
 * localhost, clients would not send such a cookie.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge } as const
  /**
   * Shows only that a session may exist, so that a visitor's page sends no request for the account.
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
