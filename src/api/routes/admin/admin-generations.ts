import { Hono } from 'hono'
import { FailedGenerationsQuery, FindGenerationsQuery } from '#contract/admin-accounts.ts'
import {
  OperatorRefundRequest,
  RetryFailedRequest,
  RetryRequest,
} from '#contract/admin-generations.ts'
import {
  findFailedGenerations,
  findGenerationsFor,
  readGenerationWhole,
} from '#services/admin/generations/find-generations.ts'
import { refundForOperator } from '#services/admin/generations/refund-generation.ts'
import { retryAll, retryGeneration } from '#services/admin/generations/retry-generation.ts'
import type { ServiceContext } from '#services/context.ts'
import type { Env } from '../../env.ts'
import { readQuery } from '../../middleware/read-query.ts'
import { readBody } from '../../read-body.ts'
import { actOf } from './actor.ts'
import { presentGenerationLine, presentWholeGeneration } from './present-generation.ts'

/** What the owner reads where the operator wrote nothing for them. */
const refundNote = 'refunded by the operator'

/** Of failed ones those of the last day are listed unless more is asked for, in ms. */
const day = 24 * 60 * 60_000

/** Generations of whoever: found, shown, tried again, refunded. */
export function adminGenerationRoutes(context: ServiceContext) {
  return new Hono<Env>()
    .get('/api/admin/generations', async (c) => {
      const { find } = readQuery(c, FindGenerationsQuery)
      const found = await findGenerationsFor(context, find)
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .get('/api/admin/generations/failed', async (c) => {
      const { code, since } = readQuery(c, FailedGenerationsQuery)
      const start = since === undefined ? new Date(Date.now() - day) : new Date(since)
      const found = await findFailedGenerations(context, { since: start, codes: code && [code] })
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .post('/api/admin/generations/retry-failed', async (c) => {
      const body = await readBody(c, RetryFailedRequest)
      const order = { since: new Date(body.since), code: body.code }
      const { retried, refused, hasMore } = await retryAll(context, actOf(c, body), order)
      return c.json({ retried: retried.length, refused, has_more: hasMore })
    })
    .get('/api/admin/generations/:id', async (c) => {
      const found = await readGenerationWhole(context, c.req.param('id'))
      return c.json(
        presentWholeGeneration(found, { language: c.get('language'), now: context.now() }),
      )
    })
    .post('/api/admin/generations/:id/retry', async (c) => {
      const body = await readBody(c, RetryRequest)
      return c.json(
        await retryGeneration(context, actOf(c, body), { id: c.req.param('id'), from: body.from }),
      )
    })
    .post('/api/admin/generations/:id/refund', async (c) => {
      const body = await readBody(c, OperatorRefundRequest)
      const credits = await refundForOperator(context, actOf(c, body), {
        id: c.req.param('id'),
        note: body.note ?? refundNote,
      })
      return c.json({ credits })
    })
}
