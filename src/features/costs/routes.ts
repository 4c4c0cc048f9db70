import { Buffer } from 'node:buffer'
import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import { sendCsvFile } from '#core/http/csv.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import {
  DeletePriceRequest,
  ImportPricesRequest,
  MarginsQuery,
  ReconcileRequest,
  SetPriceRequest,
} from './contract.ts'
import { marginTables } from './cost-rules.ts'
import { errorTexts } from './error-texts.ts'
import { mostBytes } from './file-rows-rules.ts'
import { deletePrice, importPrices, setPrice } from './manage-prices.ts'
import { marginLines } from './present-costs.ts'
import { readCostPrices } from './read-cost-prices.ts'
import { fileLines, readMargins } from './read-margins.ts'
import { reconcile } from './reconcile.ts'

export const errors = {
  statuses: { invalid_price_list: 400, invalid_usage_export: 400 },
  texts: errorTexts,
} as const

/** Files are in JSON as `data:` URIs. */
export const withDataUris = ['/api/admin/costs/prices/import', '/api/admin/costs/reconcile']

/** Margins, prices of providers, their budgets, and the comparison with a usage export. */
export function routes({ context }: ApiOptions) {
  const mayRead = withPermission(context, 'costs.read')
  const mayChange = withPermission(context, 'costs.change')
  return new Hono<Env>()
    .get('/api/admin/costs', mayRead, async (c) =>
      c.json(await readMargins(context, readQuery(c, MarginsQuery))),
    )
    .get('/api/admin/costs/margins/:table', mayRead, async (c) => {
      const name = c.req.param('table').replace(/\.csv$/, '')
      const by = marginTables.find((table) => table === name)
      if (!by) throw new HttpError('not_found')
      const query = readQuery(c, MarginsQuery.omit({ by: true }))
      const view = await readMargins(context, { ...query, by }, fileLines)
      return sendCsvFile(c, `costs_${by}_${view.from}_${view.to}`, [marginLines(view)])
    })
    .get('/api/admin/costs/prices', mayRead, async (c) => c.json(await readCostPrices(context)))
    .post('/api/admin/costs/prices', mayChange, async (c) => {
      const { reason, act_id, ...price } = await readBody(c, SetPriceRequest)
      await setPrice(context, operatorAction(c, { reason, act_id }), price)
      return c.json({ saved: true })
    })
    .post('/api/admin/costs/prices/delete', mayChange, async (c) => {
      const { reason, act_id, ...price } = await readBody(c, DeletePriceRequest)
      await deletePrice(context, operatorAction(c, { reason, act_id }), price)
      return c.json({ saved: true })
    })
    .post('/api/admin/costs/prices/import', mayChange, async (c) => {
      const { provider = null, file, ...act } = await readBody(c, ImportPricesRequest)
      return c.json(
        await importPrices(context, operatorAction(c, act), { provider, text: textOf(file) }),
      )
    })
    .post('/api/admin/costs/reconcile', mayRead, async (c) => {
      const { file, ...asked } = await readBody(c, ReconcileRequest)
      return c.json(await reconcile(context, { ...asked, text: textOf(file) }))
    })
}

/** The text of a `data:` URI. Throws 413 `too_large`, and 400 where it is none. */
function textOf(uri: string): string {
  const [head = '', body] = [uri.slice(0, uri.indexOf(',')), uri.slice(uri.indexOf(',') + 1)]
  if (!head.endsWith(';base64')) throw new HttpError('invalid_body')
  const bytes = Buffer.from(body, 'base64')
  if (bytes.length > mostBytes) throw new HttpError('too_large', String(mostBytes))
  return bytes.toString('utf8')
}
