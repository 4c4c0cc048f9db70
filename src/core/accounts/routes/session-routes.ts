import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { bySessionOnly, resource } from '#core/http/resource.ts'
import { publicRoute, refusals, sessionRoute } from '#core/http/route.ts'
import { sessionCookie } from '#core/http/session-cookie.ts'
import { SessionList } from '../contract/sessions.ts'
import {
  endSession,
  endSessions,
  type ListedSession,
  listSessions,
  signOut,
} from '../sign-in/sessions.ts'

const sessions = resource('/api/account/sessions', bySessionOnly)

const list = sessions.list({
  summary: 'Where the account is signed in',
  answer: [SessionList, 'The live sessions.'],
})

const end = sessions.remove({
  summary: 'Sign out one browser',
  description:
    'Its open pages sign out, too. With the id of the session that asks, this browser is signed out.',
  gone: 'It is signed out.',
})

const here = publicRoute({
  method: 'post',
  path: '/api/auth/sign-out',
  summary: 'Sign out here',
  responses: {
    204: { description: 'This browser is signed out; without a session, too.' },
    ...refusals(403),
  },
})

const everywhere = sessionRoute({
  method: 'post',
  path: '/api/auth/sign-out-everywhere',
  summary: 'Sign out all browsers, this one too',
  description: 'API keys go on working.',
  responses: { 204: { description: 'No session is left.' }, ...refusals(401, 403) },
})

/** Lists and ends sessions. A key is no session and manages none. */
export function sessionRoutes({ context, publicUrl }: ApiOptions) {
  const cookie = sessionCookie(publicUrl)
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const account = c.get('account')
      const { session: token } = c.get('credential')
      const found = await listSessions(context, { accountId: account.id, token })
      return c.json({ sessions: found.map(present) }, 200)
    })
    .openapi(end, async (c) => {
      const account = c.get('account')
      await endSession(context, { accountId: account.id, id: c.req.valid('param').id })
      return c.body(null, 204)
    })
    .openapi(here, async (c) => {
      const token = getCookie(c, cookie.name)
      if (token) await signOut(context, token)
      cookie.clear(c)
      return c.body(null, 204)
    })
    .openapi(everywhere, async (c) => {
      const account = c.get('account')
      await endSessions(context, account.id)
      cookie.clear(c)
      return c.body(null, 204)
    })
}

/** Extends the session's cookie at every page of a browser. */
export function keepSession({ publicUrl }: ApiOptions): MiddlewareHandler<Env> {
  const cookie = sessionCookie(publicUrl)
  return async (c, next) => {
    await next()
    const credential = c.get('credential')
    if (c.req.method !== 'GET' || !c.res.ok || !credential || !('session' in credential)) return
    cookie.set(c, credential.session)
    c.header('cache-control', 'private, no-store')
  }
}

function present({ id, user_agent, created_at, last_seen_at, isCurrent }: ListedSession) {
  return {
    id,
    user_agent,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: isCurrent,
  }
}
