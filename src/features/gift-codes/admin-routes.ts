import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import { csvText } from '#core/http/csv.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import type { Parts } from '#core/parts.ts'
import {
  type AdminCodeBatch,
  type AdminCodesPage,
  CodesQuery,
  CreateCodesRequest,
  type CreatedCodes,
} from './contract.ts'
import { createCodes, disableCodes, type ListedBatch, readCodes } from './manage-codes.ts'
import { codeState, redeemPath } from './rules.ts'

/** How many batches a list has at most. */
const shown = 50

/** Gift codes: their batches, creating and disabling them. */
export function adminRoutes({ context, publicUrl }: ApiOptions) {
  const mayChange = withPermission(context, 'codes.change')
  return new Hono<Env>()
    .get('/api/admin/codes', withPermission(context, 'codes.read'), async (c) => {
      const { before: start = null } = readQuery(c, CodesQuery)
      const { rows, before } = await readCodes(context, { before: start, limit: shown })
      const data = rows.map((row) => presentBatch(context, row))
      return c.json({ data, before } satisfies AdminCodesPage)
    })
    .post('/api/admin/codes', mayChange, async (c) => {
      const {
        days = null,
        note = null,
        count,
        uses,
        credits,
        counts_as_paid,
        ...act
      } = await readBody(c, CreateCodesRequest)
      const { batch, codes } = await createCodes(context, operatorAction(c, act), {
        ...{ days, note, count, uses, credits, counts_as_paid },
      })
      const list = codes.map((code) => ({ code, url: `${publicUrl}${redeemPath}/${code}` }))
      const lines = list.map(({ code, url }) => [code, url, credits, uses, note])
      const csv = csvText([['code', 'link', 'credits', 'uses', 'note'], ...lines], { bom: true })
      return c.json({ ...presentBatch(context, batch), list, csv } satisfies CreatedCodes)
    })
    .post('/api/admin/codes/:id/disable', mayChange, async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      return c.json(presentBatch(context, await disableCodes(context, act, c.req.param('id'))))
    })
}

function presentBatch({ now }: Parts<'now'>, row: ListedBatch): AdminCodeBatch {
  const { id, codes, uses, used, credits, counts_as_paid, note, created_by } = row
  return {
    ...{ id, codes, uses, used, credits, counts_as_paid, note, created_by },
    // Of all its codes: some of them may be used up before.
    state: codeState({ ...row, uses: uses * codes }, now()),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
