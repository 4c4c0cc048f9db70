import { OpenAPIHono } from '@hono/zod-openapi'
import { spendingDay } from '#core/generations/rules/start-generation.ts'
import { anyone } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, publicRoute, refusals, sessionRoute, signedInRoute } from '#core/http/route.ts'
import { accentFor } from '#core/settings/accent-color-rules.ts'
import { SettingsView } from '#core/settings/contract/settings.ts'
import { currentLogoPath, logoOf, logoPath } from '#core/settings/logo.ts'
import { pricesOf, requiredTerms } from '#core/settings/studio-settings-rules.ts'
import { acceptTerms } from '../accept-terms.ts'
import { changeAccount, readAccount } from '../change-account.ts'
import { AccountChanges, AccountLimitsView, AccountView } from '../contract/account.ts'
import { readAllowance, renewAllowance } from '../renew-allowance.ts'
import { readAllowedModels } from '../start-checks.ts'
import { readStudioLimits } from '../studio-limits.ts'
import { presentAccount, presentLimits } from './present-account.ts'

const read = signedInRoute({
  method: 'get',
  path: '/api/account',
  summary: 'The signed-in account and its credits',
  responses: { 200: json(AccountView, 'The account.'), ...refusals(401) },
})

const readLimits = signedInRoute({
  method: 'get',
  path: '/api/account/limits',
  summary: 'What the groups of the account let it do',
  responses: { 200: json(AccountLimitsView, 'The limits.'), ...refusals(401) },
})

const change = sessionRoute({
  method: 'patch',
  path: '/api/account',
  summary: 'Change spending limits, language, theme, or who sees new work; accept the terms',
  description:
    'What is named changes, the rest stays; `null` takes a limit away. Needs a session: no key moves limits or accepts terms.',
  body: AccountChanges,
  responses: {
    200: json(AccountView, 'The account as it is now.'),
    ...refusals(400, 401, 403, 409, 415),
  },
})

const readSettings = publicRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'How this studio is set up',
  responses: { 200: json(SettingsView, 'Settings anybody may see.') },
})

export function accountRoutes(options: ApiOptions) {
  const { context } = options
  return new OpenAPIHono<Env>()
    .openapi(read, async (c) => {
      const account = c.get('account')
      const isRenewed = await renewAllowance(context, account)
      const current = isRenewed ? await readAccount(context, account.id) : undefined
      const models = await readAllowedModels(context, account.id)
      return c.json(presentAccount({ account: current ?? account, models }, context), 200)
    })
    .openapi(readLimits, async (c) => {
      const account = c.get('account')
      const { id } = account
      const [limits, allowance] = await Promise.all([
        readStudioLimits(context, id),
        readAllowance(context, id),
      ])
      return c.json(
        presentLimits(account, { limits, allowance, today: spendingDay(context.now()) }),
        200,
      )
    })
    .openapi(change, async (c) => {
      const account = c.get('account')
      const { accept_terms: version, ...change } = c.get('body')
      if (version !== undefined) await acceptTerms(context, account.id, version)
      const changed = await changeAccount(context, account.id, change)
      const models = await readAllowedModels(context, account.id)
      return c.json(presentAccount({ account: changed, models }, context), 200)
    })
    .openapi(readSettings, (c) => c.json(presentSettings(options), 200))
    .get(`${logoPath}:name`, anyone, (c) => {
      const logo = logoOf(context.settings.current().settings)
      const isCurrent = c.req.path === currentLogoPath
      if (!logo || (logo.path !== c.req.path && !isCurrent)) return c.notFound()
      c.header('cache-control', isCurrent ? 'no-cache' : 'public, max-age=31536000, immutable')
      c.header('content-type', 'image/png')
      return c.body(new Uint8Array(logo.bytes))
    })
}

/** The settings that the browser needs before the sign-in. */
export function presentSettings({
  context,
  mode,
}: Pick<ApiOptions, 'context' | 'mode'>): SettingsView {
  const { settings, mark } = context.settings.current()
  const { sign_up, studio_name, footer, terms_url, privacy_url, imprint_url } = settings
  const { banner, maintenance, free_mode, accent_color } = settings
  return {
    ...{ mode, mark, sign_up, studio_name, footer, terms_url, privacy_url, imprint_url },
    ...{ banner, maintenance, free_mode },
    terms_version: requiredTerms(settings),
    logo: logoOf(settings)?.path ?? null,
    accent: accent_color === null ? null : accentFor(accent_color),
    sign_in_methods: context.signInMethods.map(({ id, name }) => ({ id, name })),
    sample_results: context.sampleResults,
    prices: pricesOf(settings),
  }
}
