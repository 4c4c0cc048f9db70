import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { languageOf } from '#contract/languages.ts'
import { authenticate, type Caller } from '#services/accounts/authenticate.ts'
import type { Credential } from '#services/accounts/check-credentials.ts'
import type { ServiceContext } from '#services/context.ts'
import type { AccountRow } from '#services/rows.ts'
import type { ApiOptions, Env } from '../env.ts'
import { sessionCookie } from '../session-cookie.ts'
import { HttpRefused } from './errors.ts'

/** They change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who asks, in which language, and where addresses in the answer begin. */
export function readRequest({
  context,
  publicUrl,
  publicUrlIsFixed,
}: ApiOptions): MiddlewareHandler<Env> {
  const cookie = sessionCookie(publicUrl)
  return async (c, next) => {
    c.set('language', languageOf(c.req.header('accept-language')))
    c.set('origin', publicUrlIsFixed ? publicUrl : new URL(c.req.url).origin)

    const found = await findCaller(context, presented(c, cookie.name))
    c.set('credential', found?.credential ?? null)
    c.set('account', found?.account ?? null)
    c.set('key', found?.key ?? null)
    await next()
  }
}

/**
 * What the request shows, in the order of its weight. A key comes as bearer or, where nothing else
 * says who it is, as fal's client sends its `credentials`.
 */
function presented(c: Context, cookieName: string): Credential[] {
  const [, scheme = '', apiKey] =
    /^(Bearer|Key) (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (apiKey && scheme.toLowerCase() === 'bearer') return [{ apiKey }]
  const session = getCookie(c, cookieName)
  return [...(session ? [{ session }] : []), ...(apiKey ? [{ apiKey }] : [])]
}

async function findCaller(
  context: ServiceContext,
  credentials: Credential[],
): Promise<(Caller & { credential: Credential }) | undefined> {
  for (const credential of credentials) {
    const caller = await authenticate(context, credential)
    if (caller) return { ...caller, credential }
  }
  return undefined
}

/**
 * Refuses unsafe requests that another site's page sends with our cookie. Programs with a key send
 * no `Origin`; a browser always does, and newer ones say where a request comes from, too.
 */
export function refuseForeignOrigins({ publicUrl }: ApiOptions): MiddlewareHandler<Env> {
  const own = new URL(publicUrl).origin
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isNamed = origin !== undefined && origin !== own && origin !== new URL(c.req.url).origin
    const isForeign = isNamed || c.req.header('sec-fetch-site') === 'cross-site'
    if (!safeMethods.has(c.req.method) && isForeign) throw new HttpRefused('foreign_origin')
    await next()
  }
}

/** The signed-in account, or 401. */
export function requireAccount(account: AccountRow | null): AccountRow {
  if (!account) throw new HttpRefused('unauthorized')
  return account
}
