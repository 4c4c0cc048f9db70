import type { Hono, MiddlewareHandler } from 'hono'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import {
  type AddedPermissions,
  hasGivingLimit,
  hasPermission,
  type Permission,
} from '#core/accounts/rules/roles.ts'
import type { Caller } from '#core/accounts/sign-in/authenticate.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { Parts } from '#core/parts.ts'
import { roleInSession } from './auth.ts'
import type { Env, RequestContext } from './env.ts'
import { HttpError } from './errors.ts'

declare module '#core/parts.ts' {
  interface Contributions {
    /** The roles that have each permission that they add. */
    permissions: AddedPermissions
  }
}

type Allowed<Variables extends object> = MiddlewareHandler<{ Variables: Variables }>

/** The request variables that a handler behind this rule can rely on. */
export type AccessVariables<Access> = Access extends Allowed<infer Variables> ? Variables : object

type SignedIn = { account: AccountRow }
type WithKey = SignedIn & { key: NonNullable<Caller['key']> }
type InSession = SignedIn & { credential: { session: string } }

/** All access rules. */
const rules = new WeakSet<object>()

function defineRule<Variables extends object>(check: MiddlewareHandler<Env>): Allowed<Variables> {
  rules.add(check)
  return check as unknown as Allowed<Variables>
}

/** Allows everyone. */
export const anyone = defineRule<object>((_c, next) => next())

/** The handler decides: by a signature, a token or the owner of a file. */
export const checkedByHandler = defineRule<object>((_c, next) => next())

/** Allows a signed-in account, by its session or by an API key; else 401. */
export const signedIn = defineRule<SignedIn>(async (c, next) => {
  if (!c.get('account')) throw new HttpError('unauthorized')
  await next()
})

/** The same; others get 404. */
export const signedInOrHidden = defineRule<SignedIn>(async (c, next) => {
  if (!c.get('account')) throw new HttpError('not_found')
  await next()
})

/**
 * Allows an API key, or another token that stands for one, as bearer. Others get 401 with this
 * `WWW-Authenticate`; a cookie is not looked at, so that no page can use it.
 */
export function withKey(challenge: (c: RequestContext) => string): Allowed<WithKey> {
  return defineRule<WithKey>(async (c, next) => {
    if (!c.get('account') || !c.get('key')) {
      c.header('www-authenticate', challenge(c))
      throw new HttpError('unauthorized')
    }
    await next()
  })
}

/** Allows a session of a browser; else 401, and 403 `session_needed` for a key. */
export const inSession = defineRule<InSession>(async (c, next) => {
  const credential = c.get('credential')
  if (!c.get('account')) throw new HttpError('unauthorized')
  if (!credential || !('session' in credential)) throw new HttpError('session_needed')
  await next()
})

/**
 * Allows sessions whose role has this permission (core/accounts/rules/roles.ts); other roles get 403
 * `not_permitted`, everyone else 404.
 */
export function withPermission(
  { admins, contributions, settings }: Parts<'admins' | 'contributions' | 'settings'>,
  permission: Permission,
): Allowed<InSession> {
  return defineRule<InSession>(async (c, next) => {
    const role = roleInSession(c, { admins })
    if (role === null) throw new HttpError('not_found')
    if (!hasPermission(contributions.permissions, role, permission))
      throw new HttpError('not_permitted', permission)
    const { support_refund_limit: perAct, support_daily_limit: perDay } =
      settings.current().settings
    c.set('givingLimit', hasGivingLimit(role) ? { perAct, perDay } : null)
    c.header('cache-control', 'no-store')
    await next()
  })
}

/** Whether the session's role has this permission, too. */
export function mayInSession(
  c: RequestContext,
  context: Parts<'admins' | 'contributions'>,
  permission: Permission,
): boolean {
  const { permissions } = context.contributions
  return hasPermission(permissions, roleInSession(c, context), permission)
}

/** Throws 403 `not_permitted` unless the session's role has this permission, too. */
export function requirePermission(
  c: RequestContext,
  context: Parts<'admins' | 'contributions'>,
  permission: Permission,
): void {
  if (!mayInSession(c, context, permission)) throw new HttpError('not_permitted', permission)
}

/** Throws when a route answers without an access rule before it. */
export function requireAccessRules(app: Pick<Hono<Env>, 'routes'>): void {
  const ruled = new Set<string>()
  const missing: string[] = []
  for (const { method, path, handler } of app.routes) {
    const target = findTargetHandler(handler)
    const name = `${method} ${path}`
    if (rules.has(target)) ruled.add(name)
    else if ((method !== 'ALL' || !isMiddleware(target)) && !ruled.has(name)) missing.push(name)
  }
  if (missing.length > 0) throw new Error(`No access rule: ${[...new Set(missing)].join(', ')}`)
}
