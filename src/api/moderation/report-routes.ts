import { OpenAPIHono } from '@hono/zod-openapi'
import { ReportAnswer, ReportRequest } from '#contract/admin/moderation.ts'
import { reportResult } from '#services/moderation/report-result.ts'
import type { ApiOptions, Env } from '../env.ts'
import { clientAddress } from '../middleware/client-address.ts'
import { ownOrigins } from '../own-addresses.ts'
import { json, publicRoute, refusals } from '../route.ts'

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

/** `POST /api/reports`. */
export function reportRoutes(options: ApiOptions) {
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
