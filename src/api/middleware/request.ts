import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { languageOf } from '#contract/language.ts'
import { authenticate } from '#services/accounts/sign-in.ts'
import type { AccountRow } from '#services/rows.ts'
import type { ApiOptions, Env } from '../env.ts'
import { sessionCookie } from '../session-cookie.ts'
import { HttpRefused } from './errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who asks, in which language, and where addresses in the answer begin. */
export function readRequest({ context, publicUrl, publicUrlIsFixed }: ApiOptions): MiddlewareHandler<Env> {
  const cookie = sessionCookie(publicUrl)
  return async (c, next) => {
    c.set('language', languageOf(c.req.header('accept-language')))
    c.set('origin', publicUrlIsFixed ? publicUrl : new URL(c.req.url).origin)

    const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const session = getCookie(c, cookie.name)
    const credential = bearer ? { apiKey: bearer } : session ? { session } : null
    c.set('credential', credential)
    c.set('account', credential ? ((await authenticate(context, credential)) ?? null) : null)
    await next()
  }
}

/**
 * Refuses unsafe requests that another site's page sends with our cookie. Programs with a key send no `Origin`; a
 * browser always does (specification: quality, browser).
 */
export function refuseForeignOrigins({ publicUrl }: ApiOptions): MiddlewareHandler<Env> {
  const own = new URL(publicUrl).origin
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isForeign = origin !== undefined && origin !== own && origin !== new URL(c.req.url).origin
    if (!safeMethods.has(c.req.method) && isForeign) throw new HttpRefused('foreign_origin')
    await next()
  }
}

/** The signed-in account, or 401. */
export function requireAccount(account: AccountRow | null): AccountRow {
  if (!account) throw new HttpRefused('unauthorized')
  return account
}
