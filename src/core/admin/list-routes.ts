import { Hono } from 'hono'
import { FindQuery } from '#core/accounts/contract/admin-accounts.ts'
import { streamAccounts } from '#core/accounts/find-accounts.ts'
import { refundSelected, retrySelected } from '#core/generations/act-on-selected.ts'
import { listGenerations, streamGenerations } from '#core/generations/list-generations.ts'
import { presentGenerationLine } from '#core/generations/routes/present-admin-generation.ts'
import { withPermission } from '#core/http/access.ts'
import { sendCsvFile } from '#core/http/csv.ts'
import type { Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import type { AllParts } from '#core/parts.ts'
import {
  GenerationFileQuery,
  GenerationListQuery,
  type GenerationListView,
  RefundSelectedRequest,
  RetrySelectedRequest,
} from './lists-contract.ts'
import { accountColumns, generationColumns, linesOf } from './present-lists.ts'

/** Lists of generations, actions on several of them, and files of the lists. */
export function adminListRoutes(context: AllParts) {
  return new Hono<Env>()
    .get('/api/admin/generations/list', withPermission(context, 'generations.read'), async (c) => {
      const { before, ...query } = readQuery(c, GenerationListQuery)
      const [at = '', id = ''] = before?.split('.') ?? []
      const cursor = before === undefined ? null : { at: Number(at), id }
      const page = await listGenerations(context, filterOf(query, context.now()), cursor)
      const view: GenerationListView = {
        data: page.rows.map(presentGenerationLine),
        total: page.matched,
        is_total_exact: page.isWhole,
        before: page.next && `${page.next.at}.${page.next.id}`,
      }
      return c.json(view)
    })
    .get('/api/admin/generations/list.csv', withPermission(context, 'generations.read'), (c) => {
      const filter = filterOf(readQuery(c, GenerationFileQuery), context.now())
      return sendCsvFile(
        c,
        'generations',
        linesOf(generationColumns, streamGenerations(context, filter)),
      )
    })
    .get('/api/admin/accounts.csv', withPermission(context, 'accounts.read'), (c) => {
      const { find } = readQuery(c, FindQuery.omit({ before: true }))
      return sendCsvFile(c, 'accounts', linesOf(accountColumns, streamAccounts(context, find)))
    })
    .post(
      '/api/admin/generations/retry',
      withPermission(context, 'generations.retry'),
      async (c) => {
        const body = await readBody(c, RetrySelectedRequest)
        return c.json({ outcomes: await retrySelected(context, operatorAction(c, body), body.ids) })
      },
    )
    .post(
      '/api/admin/generations/refund',
      withPermission(context, 'generations.refund'),
      async (c) => {
        const body = await readBody(c, RefundSelectedRequest)
        const { ids, note = refundNote } = body
        return c.json({
          outcomes: await refundSelected(context, operatorAction(c, body), { ids, note }),
        })
      },
    )
}

/** The ledger note for the owner where the operator gave none. */
export const refundNote = 'refunded by the operator'

/** The default period of a list, in ms. */
const week = 7 * 86_400_000

function filterOf(query: GenerationFileQuery, now: number) {
  const { status = null, kind = null, model = null, code = null } = query
  const to = query.to === undefined ? new Date(now + 60_000) : new Date(query.to)
  const from = query.from === undefined ? new Date(to.getTime() - week) : new Date(query.from)
  if (from >= to) throw new HttpError('invalid_query', [{ field: 'from', problem: 'out_of_range' }])
  return { status, kind, model, code, from, to }
}
