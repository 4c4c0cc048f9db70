import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { LedgerFileQuery, LedgerPage, LedgerQuery } from './ledger-contract.ts'
import { presentEntry } from './present-entry.ts'
import { sendCsv } from './present-ledger-csv.ts'
import { readStatement, type StatementFilters, streamStatement } from './read-statement.ts'

const statement = signedInRoute({
  method: 'get',
  path: '/api/account/ledger',
  summary: 'The account’s statement: every movement of credits, newest first',
  description:
    'The balance is the sum of all entries, and `balance_after` the balance as each of them left it.',
  parameters: documentQuery(LedgerQuery),
  responses: {
    200: json(LedgerPage, 'One page; beyond the end it is empty.'),
    ...refusals(400, 401, 429, 503),
  },
})

const file = signedInRoute({
  method: 'get',
  path: '/api/account/ledger.csv',
  summary: 'The statement as a file for spreadsheets',
  description:
    'All entries that fit, newest first: UTF-8 with a byte order mark, commas, CRLF, times in the time zone that is ' +
    'asked for. Texts that a spreadsheet would take for a formula begin with an apostrophe. Should reading fail the ' +
    'connection breaks off before the end.',
  parameters: documentQuery(LedgerFileQuery),
  responses: {
    200: { description: 'The file.', content: { 'text/csv': { schema: { type: 'string' } } } },
    ...refusals(400, 401, 429, 503),
  },
})

/** The statement of an account's credits. */
export function ledgerRoutes({ context, features }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(statement, async (c) => {
      const { id: accountId } = c.get('account')
      const query = readQuery(c, LedgerQuery)
      const { page, pageSize } = query
      const found = await readStatement(context, {
        accountId,
        page,
        pageSize,
        filters: filtersOf(query),
      })
      const data = found.entries.map((entry) => presentEntry(entry, c.get('origin')))
      const sums = { credits_in: found.sums.in, credits_out: found.sums.out }
      return c.json({ data, total: found.total, page, totalPages: found.totalPages, sums }, 200)
    })
    .openapi(file, (c) => {
      const { id: accountId } = c.get('account')
      const query = readQuery(c, LedgerFileQuery)
      const batches = streamStatement(context, { accountId, filters: filtersOf(query) })
      const language = query.language ?? c.get('language')
      const notes = features.flatMap(({ ledgerNotes = [] }) => ledgerNotes)
      return sendCsv(c, batches, { ...query, language, notes })
    })
}

/** Returns the filters of a statement's query. Without any: every entry. */
function filtersOf(
  query: Omit<LedgerQuery | LedgerFileQuery, 'page' | 'pageSize' | 'language'>,
): StatementFilters {
  const { reason, dateStart: start, dateEnd: end, timeZone } = query
  return {
    reason,
    days: start === undefined && end === undefined ? undefined : { start, end, timeZone },
  }
}
