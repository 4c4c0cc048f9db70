import type { Hono, MiddlewareHandler } from 'hono'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import type { AccountRow, ServiceContext } from '#services/context.ts'
import { isOperator } from './auth.ts'
import type { Env } from './env.ts'
import { HttpRefused } from './errors.ts'

type Allowed<Variables extends object> = MiddlewareHandler<{ Variables: Variables }>

/** What a handler behind this rule finds narrowed on its request. */
export type AccessVariables<Access> = Access extends Allowed<infer Variables> ? Variables : object

type SignedIn = { account: AccountRow }
type InSession = SignedIn & { credential: { session: string } }

/** All that decides who may use a route. */
const rules = new WeakSet<object>()

function defineRule<Variables extends object>(check: MiddlewareHandler<Env>): Allowed<Variables> {
  rules.add(check)
  return check as unknown as Allowed<Variables>
}

/** Anybody may. */
export const anyone = defineRule<object>((_c, next) => next())

/** The handler knows: a signature, a token or the owner of a file decides. */
export const checkedByHandler = defineRule<object>((_c, next) => next())

/** A signed-in account may, by its session or by an API key; else 401. */
export const signedIn = defineRule<SignedIn>(async (c, next) => {
  if (!c.get('account')) throw new HttpRefused('unauthorized')
  await next()
})

/** The same; to others there is nothing: 404. */
export const signedInOrHidden = defineRule<SignedIn>(async (c, next) => {
  if (!c.get('account')) throw new HttpRefused('not_found')
  await next()
})

/** Somebody signed in with a browser may; else 401, and 403 `session_needed` for a key. */
export const inSession = defineRule<InSession>(async (c, next) => {
  const credential = c.get('credential')
  if (!c.get('account')) throw new HttpRefused('unauthorized')
  if (!credential || !('session' in credential)) throw new HttpRefused('session_needed')
  await next()
})

/** The operator may. To everybody else these addresses do not exist. */
export function operatorOnly(context: Pick<ServiceContext, 'admins'>): Allowed<InSession> {
  return defineRule<InSession>(async (c, next) => {
    if (!isOperator(c, context)) throw new HttpRefused('not_found')
    c.header('cache-control', 'no-store')
    await next()
  })
}

/** Throws when a route answers without a rule before it: nobody would have said who may use it. */
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
