import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { AccountView } from '#contract/account.ts'
import { SettingsView } from '#contract/settings.ts'
import { json, refusals, signedIn } from '../document.ts'
import type { ApiOptions, Env } from '../env.ts'
import { requireAccount } from '../middleware/request.ts'
import { presentAccount } from '../presenters/present-account.ts'

const readAccount = createRoute({
  method: 'get',
  path: '/api/account',
  summary: 'The signed-in account and its credits',
  security: signedIn,
  responses: { 200: json(AccountView, 'The account.'), ...refusals(401) },
})

const readSettings = createRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'How this studio is set up',
  responses: { 200: json(SettingsView, 'Settings anybody may see.') },
})

export function accountRoutes({ context, mode }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(readAccount, (c) => c.json(presentAccount(requireAccount(c.get('account')), context), 200))
    .openapi(readSettings, (c) => {
      const settings = { mode, sample_results: context.sampleResults, price_overrides: context.prices }
      return c.json(settings, 200)
    })
}
