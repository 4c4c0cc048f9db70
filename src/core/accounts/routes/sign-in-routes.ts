import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { signInFailures, signInParameter } from '#core/history/contract/browser-state.ts'
import { anyone } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { ownPath, withParameter } from '#core/http/own-addresses.ts'
import { sessionCookie } from '#core/http/session-cookie.ts'
import { joinPath } from '#core/pages/page-paths-contract.ts'
import { languageOfPath, pathIn } from '#platform/languages/languages.ts'
import { callbackPath, googleMethod } from '../sign-in/callback-path.ts'
import {
  beginSignIn,
  finishSignIn,
  type OpenedSession,
  signInFailure,
} from '../sign-in/open-session.ts'
import { type BroughtPass, findPass } from '../sign-in/sign-up-pass.ts'
import { attemptCookies, type SignInAttempt } from './sign-in-attempts.ts'
import { syncPreferences } from './sync-preferences.ts'

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
  const [first] = context.signInMethods
  const passes = context.contributions.signUpPasses

  const begin = async (c: Context<Env>) => {
    const returnTo = returnPath(c.req.query('return_to'))
    const pass = readPass(c)
    const method = c.req.query('method') ?? first?.id ?? ''
    // The cookie must be set on the host that the provider redirects back to.
    if (new URL(c.req.url).host !== new URL(publicUrl).host && !secure) {
      return c.redirect(publicUrl + c.req.path + new URL(c.req.url).search)
    }
    try {
      const began = { method, redirectUri: publicUrl + callbackPath(method) }
      const { url, secrets } = await beginSignIn(context, began)
      await attempts.keep(c, { ...secrets, returnTo, method, pass, at: Date.now() })
      return c.redirect(url.href)
    } catch (error) {
      return c.redirect(failed(returnTo, error))
    }
  }

  const finish = async (c: Context<Env>) => {
    const method = c.req.param('method') ?? googleMethod
    const states = c.req.queries('state') ?? []
    const attempt = states.length === 1 ? await attempts.take(c, states[0]) : null
    // The address of a finished sign-in was opened again: someone who is signed in needs no
    // message.
    if (attempt?.method !== method || !attempt)
      return c.redirect(c.get('account') ? '/' : withParameter('/', signInParameter, 'failed'))
    try {
      const { token, account, isNew } = await finishSignIn(context, {
        callback: new URL(publicUrl + callbackPath(method) + new URL(c.req.url).search),
        method,
        secrets: attempt,
        userAgent: c.req.header('user-agent') ?? null,
        replaces: getCookie(c, session.name) ?? null,
        pass: attempt.pass,
      })
      session.set(c, token)
      const returnTo = pageAfter(attempt, { account, isNew })
      return c.redirect(await syncPreferences(c, { context, token, returnTo, secure }))
    } catch (error) {
      return c.redirect(failed(attempt.returnTo, error))
    }
  }

  function failed(returnTo: SignInAttempt['returnTo'], error: unknown): string {
    const failure = signInFailure(error)
    context.log.warn({ failure, err: error }, 'sign-in failed')
    const isSignUpRefusal = !signInFailures.some((name) => name === failure)
    const page = isSignUpRefusal ? pathIn(joinPath, languageOfPath(returnTo)) : returnTo
    return withParameter(page, signInParameter, failure)
  }

  function readPass(c: Context<Env>): BroughtPass | null {
    for (const { parameter, form } of passes) {
      const token = c.req.query(parameter)
      if (token !== undefined && form.test(token)) return { parameter, token }
    }
    return null
  }

  /**
   * Where a person goes who has signed in: those who wait to a page that says so, those who brought
   * a pass and have an account of their own to the page of the pass, which says that.
   */
  function pageAfter(
    { returnTo, pass: brought }: SignInAttempt,
    { account, isNew }: Pick<OpenedSession, 'account' | 'isNew'>,
  ): string {
    const language = languageOfPath(returnTo)
    if (account.approval !== null) return pathIn(joinPath, language)
    if (!brought || isNew) return returnTo
    const page = findPass(passes, brought)?.pageOf(brought.token)
    return page === undefined ? returnTo : pathIn(page, language)
  }

  return new Hono<Env>()
    .use('/api/auth/*', async (c, next) => {
      c.header('cache-control', 'no-store')
      await next()
    })
    .get('/api/auth/sign-in', anyone, begin)
    .get(callbackPath(googleMethod), anyone, finish)
    .get(callbackPath(':method'), anyone, finish)
}

function returnPath(asked: string | undefined): string {
  const path = ownPath(asked)
  return path.length <= maxReturnTo
    ? path
    : ownPath(path.slice(0, path.search(/[?#]|$/)).slice(0, maxReturnTo))
}
