import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie'
import { beginSignIn, finishSignIn, signOut } from '#services/accounts/sign-in.ts'
import type { ApiOptions, Env } from '../env.ts'
import { ownPath } from '../own-path.ts'
import { sessionCookie } from '../session-cookie.ts'

const attemptCookie = 'atelier_sign_in'
const attemptSeconds = 600
const callbackPath = '/api/auth/callback'

type Attempt = { state: string; nonce: string; verifier: string; returnTo: string }

/** Sign-in by redirect: out to the identity provider, back to the page where it began. */
export function signInRoutes(options: ApiOptions) {
  const { context, publicUrl, sessionSecret } = options
  const session = sessionCookie(publicUrl)
  const secure = session.options.secure
  const redirectUri = publicUrl + callbackPath

  return new Hono<Env>()
    .get('/api/auth/sign-in', async (c) => {
      const returnTo = ownPath(c.req.query('return_to'))
      // The cookie must be set on the host that the provider sends people back to.
      if (new URL(c.req.url).host !== new URL(publicUrl).host && secure === false) {
        return c.redirect(`${publicUrl}/api/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`)
      }
      const { url, secrets } = await beginSignIn(context, redirectUri)
      const attempt: Attempt = { ...secrets, returnTo }
      await setSignedCookie(c, attemptCookie, JSON.stringify(attempt), sessionSecret, {
        path: callbackPath,
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: attemptSeconds,
      })
      return c.redirect(url.href)
    })

    .get(callbackPath, async (c) => {
      const attempt = await readAttempt(c, sessionSecret)
      deleteCookie(c, attemptCookie, { path: callbackPath, secure })
      const returnTo = attempt?.returnTo ?? '/'
      if (!attempt) return c.redirect(withFailure(returnTo))
      try {
        const callback = new URL(redirectUri + new URL(c.req.url).search)
        const token = await finishSignIn(context, callback, attempt)
        setCookie(c, session.name, token, session.options)
        setCookie(c, session.hint.name, '1', session.hint.options)
        return c.redirect(returnTo)
      } catch (error) {
        context.log.warn({ reason: String(error) }, 'a sign-in was refused')
        return c.redirect(withFailure(returnTo))
      }
    })

    .post('/api/auth/sign-out', async (c) => {
      const token = getCookie(c, session.name)
      if (token) await signOut(context, token)
      deleteCookie(c, session.name, session.options)
      deleteCookie(c, session.hint.name, session.hint.options)
      return c.body(null, 204)
    })
}

async function readAttempt(c: Context<Env>, secret: string): Promise<Attempt | null> {
  const text = await getSignedCookie(c, secret, attemptCookie)
  return text ? (JSON.parse(text) as Attempt) : null
}

/** The page says that signing in did not work; nothing typed is lost. */
function withFailure(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}sign_in=failed`
}
