import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { type SignInFailure, signInParameter } from '#contract/browser-state.ts'
import { beginSignIn, finishSignIn, signInFailure } from '#services/sign-in/open-session.ts'
import { anyone } from '../access.ts'
import type { ApiOptions, Env } from '../env.ts'
import { ownPath, withParameter } from '../own-addresses.ts'
import { sessionCookie } from '../session-cookie.ts'
import { type Attempt, attemptCookies } from './sign-in-attempts.ts'
import { syncPreferences } from './sync-preferences.ts'

const callbackPath = '/api/auth/callback'

/**
 * A longer return path would not fit into a cookie: it is kept without its parameters.
 */
const maxReturnTo = 1_000

/** Sign-in by redirect: to the identity provider, and back to the page where it began. */
export function signInRoutes(options: ApiOptions) {
  const { context, publicUrl, sessionSecret: secret } = options
  const session = sessionCookie(publicUrl)
  const { secure } = session
  const attempts = attemptCookies({ secure, secret })
  const redirectUri = publicUrl + callbackPath

  const begin = async (c: Context<Env>) => {
    const returnTo = returnPath(c.req.query('return_to'))
    // The cookie must be set on the host that the provider redirects back to.
    if (new URL(c.req.url).host !== new URL(publicUrl).host && !secure) {
      return c.redirect(`${publicUrl}/api/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`)
    }
    try {
      const { url, secrets } = await beginSignIn(context, redirectUri)
      await attempts.keep(c, { ...secrets, returnTo, at: Date.now() })
      return c.redirect(url.href)
    } catch (error) {
      return c.redirect(failed(returnTo, error))
    }
  }

  const finish = async (c: Context<Env>) => {
    const states = c.req.queries('state') ?? []
    const attempt = states.length === 1 ? await attempts.take(c, states[0]) : null
    // The address of a finished sign-in was opened again: someone who is signed in needs no
    // message.
    if (!attempt)
      return c.redirect(c.get('account') ? '/' : withParameter('/', signInParameter, 'failed'))
    try {
      const token = await finishSignIn(context, {
        callback: new URL(redirectUri + new URL(c.req.url).search),
        secrets: attempt,
        userAgent: c.req.header('user-agent') ?? null,
        replaces: getCookie(c, session.name) ?? null,
      })
      session.set(c, token)
      return c.redirect(
        await syncPreferences(c, { context, token, returnTo: attempt.returnTo, secure }),
      )
    } catch (error) {
      return c.redirect(failed(attempt.returnTo, error))
    }
  }

  function failed(returnTo: Attempt['returnTo'], error: unknown): string {
    const failure: SignInFailure = signInFailure(error)
    context.log.warn({ failure, err: error }, 'sign-in failed')
    return withParameter(returnTo, signInParameter, failure)
  }

  return new Hono<Env>()
    .use('/api/auth/*', async (c, next) => {
      c.header('cache-control', 'no-store')
      await next()
    })
    .get('/api/auth/sign-in', anyone, begin)
    .get(callbackPath, anyone, finish)
}

function returnPath(asked: string | undefined): string {
  const path = ownPath(asked)
  return path.length <= maxReturnTo
    ? path
    : ownPath(path.slice(0, path.search(/[?#]|$/)).slice(0, maxReturnTo))
}
