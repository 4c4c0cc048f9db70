import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  RefundAnswer,
  RefundRefusal,
  RefundRequest,
} from '#core/history/contract/history-changes.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, withRouteFields } from '#core/http/errors.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { ErrorBody, type ErrorCode } from '#core/texts/contract/errors.ts'
import { refundGeneration } from '../refund-generation.ts'

const refund = signedInRoute({
  method: 'post',
  path: '/api/wan/refundCredits',
  summary: 'Ask back what was paid for work that failed',
  description:
    'For failed work of any kind whose credits were not given back by themselves; once. Asked again it answers 409 with ' +
    '`refund_status: "duplicate_attempt"`, of work that did not fail 409 with `not_failed`. A generation of another account is 404, ' +
    'as if it did not exist.',
  body: RefundRequest,
  responses: {
    200: json(RefundAnswer, 'The credits are back.'),
    ...refusals(400, 401, 403, 413, 415, 503),
    404: json(RefundRefusal, 'The generation does not exist, or belongs to another account.'),
    409: json(
      z.union([RefundRefusal, ErrorBody]),
      'Nothing to give back, or another account is signed in.',
    ),
  },
})

const refundStatuses: Partial<Record<ErrorCode, RefundRefusal['refund_status']>> = {
  already_refunded: 'duplicate_attempt',
  not_failed: 'not_failed',
  not_found: 'not_found',
}

export function refundRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  app.onError(withRouteFields(createErrorHandler(context.log, { success: false }), statusOf))
  return app.openapi(refund, async (c) => {
    const account = c.get('account')
    const { request_id: name, reason } = c.get('body')
    const credits = await refundGeneration(context, {
      accountId: account.id,
      name,
      reason: reason || null,
    })
    const answer = {
      success: true,
      data: { refund_amount: credits },
      refund_status: 'refunded',
    } as const
    return c.json(answer, 200)
  })
}

function statusOf({ code }: ErrorBody) {
  const refund_status = refundStatuses[code]
  return refund_status ? { refund_status } : null
}
