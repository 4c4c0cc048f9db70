import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { AccountRow } from '#core/accounts/tables.ts'
import { ErrorBody } from '#core/texts/contract/errors.ts'
import {
  type AccessVariables,
  anyone,
  checkedByHandler,
  inSession,
  signedIn,
  signedInOrHidden,
} from './access.ts'
import type { Env } from './env.ts'
import { documentBody, readBody } from './validation.ts'

/** Describes a JSON answer. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** The description of each refusal's status. */
export const refusalDescriptions = {
  400: 'The request is wrong; `fields` names what.',
  401: 'Not signed in.',
  403: 'The account may not do this.',
  404: 'It does not exist, or belongs to another account.',
  408: 'Nothing more of the file arrived.',
  409: 'It conflicts with the present state; `code` says how.',
  413: 'Too large.',
  415: 'Not of a content type or a format that is taken.',
  422: 'It names what does not exist; `code` says what.',
  429: 'Too much at once; try again after `Retry-After` seconds.',
  503: 'Temporarily unavailable; try again after `Retry-After` seconds.',
} as const

/** Describes the refusals of an operation. */
export function refusals<Status extends keyof typeof refusalDescriptions>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, json(ErrorBody, refusalDescriptions[status])])
  return Object.fromEntries(entries) as Record<Status, ReturnType<typeof json<typeof ErrorBody>>>
}

/** Operations that need a session cookie or an API key. */
export const bySessionOrKey = [{ session: [] }, { apiKey: [] }]

/** Security of operations that no key may use. */
export const bySession = [{ session: [] }]

/** The declaration of a route; its access rule is set by the declaring function. */
type Declaration<Path extends string> = Omit<RouteConfig, 'path' | 'security' | 'middleware'> & {
  path: Path
  /** Schema of the JSON body: documented and validated; the handler reads it as `body`. */
  body?: z.ZodType
}

type BodyVariables<Route> = Route extends { body: infer Schema extends z.ZodType }
  ? { body: z.infer<Schema> }
  : unknown

type Declared<Route, Access> = Route & {
  middleware: MiddlewareHandler<{ Variables: AccessVariables<Access> & BodyVariables<Route> }>
}

/** The request of a signed-in account; `More` adds variables, such as `body`. */
export type SignedInContext<More extends object = object> = Omit<
  Context<Env & { Variables: { account: AccountRow } & More }>,
  'set'
>

/** Declares a route for everyone. */
export function publicRoute<Path extends string, Route extends Declaration<Path>>(
  route: Route & { path: Path },
): Declared<Route, typeof anyone> {
  return declare(route, anyone)
}

/** Declares a webhook: its handler verifies the signature. */
export function webhookRoute<Path extends string, Route extends Declaration<Path>>(
  route: Route & { path: Path },
): Declared<Route, typeof checkedByHandler> {
  return declare(route, checkedByHandler)
}

/** Declares a route for a signed-in account, by session or API key; 401 to others. */
export function signedInRoute<Path extends string, Route extends Declaration<Path>>(
  route: Route & { path: Path },
): Declared<Route, typeof signedIn> {
  return declare(route, signedIn, bySessionOrKey)
}

/** The same, but others get 404. */
export function hiddenRoute<Path extends string, Route extends Declaration<Path>>(
  route: Route & { path: Path },
): Declared<Route, typeof signedInOrHidden> {
  return declare(route, signedInOrHidden, bySessionOrKey)
}

/** Declares a route for sessions only: 401 without credentials, 403 to a key. */
export function sessionRoute<Path extends string, Route extends Declaration<Path>>(
  route: Route & { path: Path },
): Declared<Route, typeof inSession> {
  return declare(route, inSession, bySession)
}

export function declare<Route extends Declaration<string>, Access>(
  { body, method, path, summary, description, request, ...rest }: Route,
  access: Access,
  security?: Record<string, string[]>[],
): Declared<Route, Access> {
  const route = {
    ...{ method, path, summary },
    ...(description !== undefined && { description }),
    ...(security && { security }),
    ...rest,
    ...((request || body) && {
      request: { ...request, ...(body && { body: documentBody(body) }) },
    }),
    middleware: [access, ...(body ? [validateBody(body)] : [])] as MiddlewareHandler[],
  }
  return createRoute(route as RouteConfig) as unknown as Declared<Route, Access>
}

/** Validates the body once; the handler reads it as `body`. */
function validateBody(
  schema: z.ZodType,
): MiddlewareHandler<Env & { Variables: { body: unknown } }> {
  return async (c, next) => {
    c.set('body', await readBody(c, schema))
    await next()
  }
}
