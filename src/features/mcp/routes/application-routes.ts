import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { bySessionOnly, resource } from '#core/http/resource.ts'
import { json, refusals, sessionRoute } from '#core/http/route.ts'
import {
  type ApplicationRow,
  changeApplication,
  disconnectApplication,
  listApplications,
} from '../applications.ts'
import { allowApplication, checkAuthorization, denyApplication } from '../authorize.ts'
import {
  ApplicationList,
  ApplicationView,
  AuthorizationDecided,
  AuthorizationView,
  ChangeApplication,
  CheckAuthorization,
  DecideAuthorization,
} from '../contract.ts'
import { issuerOf } from './oauth-routes.ts'

const applications = resource('/api/account/applications', bySessionOnly)

const list = applications.list({
  summary: 'The connected applications',
  answer: [ApplicationList, 'Newest first.'],
})

const check = sessionRoute({
  method: 'post',
  path: '/api/account/applications/check',
  summary: 'Read what an application asks a person to allow',
  body: CheckAuthorization,
  responses: {
    200: json(AuthorizationView, 'What it asks for, or where to send the person.'),
    ...refusals(400, 401, 403, 415),
  },
})

const decide = sessionRoute({
  method: 'post',
  path: '/api/account/applications',
  summary: 'Allow an application, or not',
  description:
    'The application gets a code by the address in the answer, and tokens for the code (OAuth 2.1).',
  body: DecideAuthorization,
  responses: {
    200: json(AuthorizationDecided, 'Where to send the person.'),
    ...refusals(400, 401, 403, 409, 415),
  },
})

const change = applications.change({
  summary: 'Change what an application may spend',
  body: ChangeApplication,
  answer: [ApplicationView, 'As it is now.'],
})

const disconnect = applications.remove({
  summary: 'Disconnect an application',
  gone: 'It has no access.',
})

/** Applications are connected in a session only: a token must not give itself more. */
export function applicationRoutes(options: ApiOptions) {
  const { context } = options
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const rows = await listApplications(context, c.get('account').id)
      return c.json({ applications: rows.map(presentApplication) }, 200)
    })
    .openapi(check, (c) => {
      const asked = checkAuthorization(issuerOf(c, options), c.get('body').parameters)
      if (!asked.isValid)
        return c.json({ redirect_to: asked.redirectTo, name: null, host: null, scopes: [] }, 200)
      const { name, host, scopes } = asked
      return c.json({ redirect_to: null, name, host, scopes }, 200)
    })
    .openapi(decide, async (c) => {
      const { parameters, is_allowed: isAllowed, ...grant } = c.get('body')
      const issuer = issuerOf(c, options)
      const redirect_to = isAllowed
        ? await allowApplication(context, issuer, c.get('account'), { parameters, grant })
        : denyApplication(issuer, parameters)
      c.header('cache-control', 'no-store')
      return c.json({ redirect_to }, 200)
    })
    .openapi(change, async (c) => {
      const named = { accountId: c.get('account').id, id: c.req.valid('param').id }
      const row = await changeApplication(context, named, c.get('body'))
      return c.json(presentApplication(row), 200)
    })
    .openapi(disconnect, async (c) => {
      const { id } = c.req.valid('param')
      await disconnectApplication(context, { accountId: c.get('account').id, id })
      return c.body(null, 204)
    })
}

function presentApplication(row: ApplicationRow): ApplicationView {
  const { id, name, hint, scopes, daily_cap, monthly_cap } = row
  return {
    ...{ id, name, host: hint, scopes, daily_cap, monthly_cap },
    spent_today: row.today,
    spent_this_month: row.this_month,
    spent_total: Number(row.spent_total),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}
