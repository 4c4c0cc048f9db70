import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env, FeatureRoutes } from '#core/http/env.ts'
import { clientAddress } from '#core/http/middleware/client-address.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { json, publicRoute, refusals } from '#core/http/route.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import { adminRoutes } from './admin-routes.ts'
import { ReportAnswer, ReportRequest } from './contract.ts'
import type english from './messages/errors.en.json'
import type englishTexts from './messages/texts.en.json'
import { reportResult } from './report-result.ts'
import { reportPath } from './rules.ts'

export const errors = {
  statuses: { too_many_reports: 429 },
  pauses: { too_many_reports: 3_600 },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

export const prerenderedPages = [reportPath]

const texts = await loadMessages<typeof englishTexts>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

export const sharedFileLinks: NonNullable<FeatureRoutes['sharedFileLinks']> = ({
  address,
  language,
}) => [{ path: `${reportPath}?${new URLSearchParams({ address })}`, text: texts[language].report }]

const report = publicRoute({
  method: 'post',
  path: '/api/reports',
  summary: 'Report a public result to the operator',
  description:
    'For everyone who has the address of a file. A second report of the same person changes nothing. ' +
    '404 for what is not public, 429 `too_many_reports` after 20 results within a day.',
  body: ReportRequest,
  responses: {
    202: json(ReportAnswer, 'The operator will look at it.'),
    ...refusals(400, 404, 415, 429),
  },
})

/** Reporting, and what operators do about it. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>()
    .route('/', reportRoutes(options))
    .route('/', adminRoutes(options.context))
}

/** `POST /api/reports`. */
function reportRoutes(options: ApiOptions) {
  const { context, limits } = options
  return new OpenAPIHono<Env>().openapi(report, async (c) => {
    const { address, reason, text = '' } = c.get('body')
    const account = c.get('account')
    await reportResult(context, {
      reporter: account
        ? { accountId: account.id }
        : { address: clientAddress(c, limits.trustedProxies) },
      address,
      origins: ownOrigins(c, options),
      reason,
      text: text || null,
    })
    return c.json({ received: true as const }, 202)
  })
}
