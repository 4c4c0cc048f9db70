import { OpenAPIHono } from '@hono/zod-openapi'
import { AccountChanges, AccountView } from '#contract/account.ts'
import { SettingsView } from '#contract/settings.ts'
import { changeAccount } from '#services/accounts/change-account.ts'
import type { ApiOptions, Env } from '../env.ts'
import { json, publicRoute, refusals, sessionRoute, signedInRoute } from '../route.ts'
import { presentAccount } from './present-account.ts'

const read = signedInRoute({
  method: 'get',
  path: '/api/account',
  summary: 'The signed-in account and its credits',
  responses: { 200: json(AccountView, 'The account.'), ...refusals(401) },
})

const change = sessionRoute({
  method: 'patch',
  path: '/api/account',
  summary: 'Change spending limits, language, theme, or who sees new work',
  description:
    'What is named changes, the rest stays; `null` takes a limit away. Needs a session: no key moves limits.',
  body: AccountChanges,
  responses: {
    200: json(AccountView, 'The account as it is now.'),
    ...refusals(400, 401, 403, 415),
  },
})

const readSettings = publicRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'How this studio is set up',
  responses: { 200: json(SettingsView, 'Settings anybody may see.') },
})

export function accountRoutes({ context, mode }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(read, (c) => c.json(presentAccount(c.get('account'), context), 200))
    .openapi(change, async (c) => {
      const account = c.get('account')
      const changed = await changeAccount(context, account.id, c.get('body'))
      return c.json(presentAccount(changed, context), 200)
    })
    .openapi(readSettings, (c) => {
      const settings = {
        mode,
        sample_results: context.sampleResults,
        price_overrides: context.prices,
      }
      return c.json(settings, 200)
    })
}
