import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { type Role, roleOf } from '#core/accounts/rules/roles.ts'
import { authenticate, type Caller, type Credential } from '#core/accounts/sign-in/authenticate.ts'
import { isBlocked } from '#core/accounts/sign-in/blocked.ts'
import { createRecentCallers, type RecentCallers } from '#core/accounts/sign-in/recent-callers.ts'
import { kindOfToken } from '#core/accounts/sign-in/token-kinds.ts'
import { accountHeader } from '#core/history/contract/browser-state.ts'
import { factsOfKind, kinds } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { languageOf } from '#platform/languages/languages.ts'
import { type ApiOptions, basesOf, type Env, type RequestContext } from './env.ts'
import { HttpError } from './errors.ts'
import { originOf } from './own-addresses.ts'
import { covers } from './path-pattern.ts'
import { sessionCookie } from './session-cookie.ts'

const createPaths: ReadonlySet<string> = new Set(kinds.map((kind) => factsOfKind(kind).createPath))

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Determines the account, the language and the base of addresses of a request. */
export function readRequest(options: ApiOptions): MiddlewareHandler<Env> {
  const { context, hub, publicUrl, features } = options
  const cookie = sessionCookie(publicUrl)
  const recent = createRecentCallers(hub)
  const withOwnKeys = basesOf(features).filter(({ readKey }) => readKey)
  return async (c, next) => {
    c.set('language', languageOf(c.req.header('accept-language')))
    c.set('origin', originOf(c, options))

    // A charge checks the key itself, so a start needs no query of its own for that.
    const isStart = c.req.method === 'POST' && createPaths.has(c.req.path)
    const base = withOwnKeys.find(({ path }) => covers(path, c.req.path))
    const ownKey = base?.readKey?.(c)
    const given = ownKey ? [{ apiKey: ownKey }] : presented(c, cookie.name)
    const credentials = given.filter(
      (one) => !('apiKey' in one) || isTaken(context, one.apiKey, c.req.path),
    )
    const found = await findCaller(context, credentials, isStart ? recent : null)
    c.set('credential', found?.credential ?? null)
    c.set('account', found?.account ?? null)
    c.set('key', found?.key ?? null)
    await next()
  }
}

/** Tokens of a kind that a feature adds are for its addresses, and nothing else. */
function isTaken({ contributions }: Parts<'contributions'>, token: string, path: string): boolean {
  const kind = kindOfToken(contributions.tokenKinds, token)
  return !kind || kind.paths.some((pattern) => covers(pattern, path))
}

/**
 * Returns the request's credentials, in order of precedence. A key comes as bearer or, without
 * other credentials, as fal's client sends its `credentials`.
 */
function presented(c: Context, cookieName: string): Credential[] {
  const [, scheme = '', apiKey] =
    /^(Bearer|Key) (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (apiKey && scheme.toLowerCase() === 'bearer') return [{ apiKey }]
  const session = getCookie(c, cookieName)
  return [...(session ? [{ session }] : []), ...(apiKey ? [{ apiKey }] : [])]
}

function isBearer(c: Context): boolean {
  return /^Bearer .+$/i.test(c.req.header('authorization') ?? '')
}

async function findCaller(
  context: Parts<'admins' | 'contributions' | 'database' | 'settings'>,
  credentials: Credential[],
  recent: RecentCallers | null,
): Promise<(Caller & { credential: Credential }) | undefined> {
  for (const credential of credentials) {
    const remembered = recent?.find(credential)
    if (remembered && !isBlocked(context, remembered.account)) return { ...remembered, credential }
    const caller = await authenticate(context, credential)
    if (!caller) continue
    recent?.remember(credential, caller)
    return { ...caller, credential }
  }
  return undefined
}

/**
 * Rejects unsafe requests that another site's page sends with our cookie. Programs with a key send
 * no `Origin`; a browser always does, and newer ones send `Sec-Fetch-Site`, too. Pages of
 * `CORS_ORIGINS` may send requests that an API key authenticates.
 */
export function refuseForeignOrigins({
  publicUrl,
  corsOrigins,
  features,
}: Pick<ApiOptions, 'publicUrl' | 'corsOrigins' | 'features'>): MiddlewareHandler<Env> {
  const own = new URL(publicUrl).origin
  const closed = basesOf(features).filter(({ isForOrigins }) => !isForOrigins)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isNamed = origin !== undefined && origin !== own && origin !== new URL(c.req.url).origin
    const isClosed = closed.some(({ path }) => covers(path, c.req.path))
    const mayUseKey = origin !== undefined && corsOrigins.has(origin) && !isClosed
    // Beside a bearer no cookie is looked at; a wrong one gets 401 from the route.
    const sendsKey = c.get('key') !== null || isBearer(c)
    const isAllowed = mayUseKey && sendsKey
    const isCrossSite = c.req.header('sec-fetch-site') === 'cross-site'
    const isForeign = !isAllowed && (isNamed || isCrossSite)
    if (!safeMethods.has(c.req.method) && isForeign) throw new HttpError('foreign_origin')
    await next()
  }
}

/**
 * Rejects unsafe requests of a page that shows another account than the current one: 409
 * `account_changed`. Requests without the header or without a signed-in account continue to their
 * route.
 */
export function refuseChangedAccount(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const shown = c.req.header(accountHeader)
    const account = c.get('account')
    const isChanged = shown !== undefined && account !== null && shown !== account.id
    if (isChanged && !safeMethods.has(c.req.method)) throw new HttpError('account_changed')
    await next()
  }
}

/** POST requests that change nothing. */
const asksOnly: ReadonlySet<string> = new Set(['/api/generations/quote'])

/**
 * A key without the scope `create` may read, and quote prices. Everything else: 403 `key_scope`,
 * but at addresses of features whose handlers look at the scope themselves.
 */
export function refuseBeyondScope({
  features,
}: Pick<ApiOptions, 'features'>): MiddlewareHandler<Env> {
  const looking = basesOf(features).filter(({ looksAtScopes }) => looksAtScopes)
  const isLooking = (path: string) => looking.some((base) => covers(base.path, path))
  return async (c, next) => {
    const { method, path } = c.req
    const key = c.get('key')
    const mayOnlyLook = key !== null && !key.scopes.includes('create')
    if (mayOnlyLook && !safeMethods.has(method) && !asksOnly.has(path) && !isLooking(path))
      throw new HttpError('key_scope')
    await next()
  }
}

/**
 * The role of a session's account in `/admin`, as it is now. API keys have none: a leaked one must
 * not control the installation.
 */
export function roleInSession(c: RequestContext, { admins }: Parts<'admins'>): Role | null {
  const account = c.get('account')
  const credential = c.get('credential')
  const isSession = credential !== null && 'session' in credential
  return isSession && account !== null ? roleOf(account, admins) : null
}
