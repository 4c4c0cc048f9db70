import { type Expression, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type GenerationFilter, scannedBy } from '#core/generations/queries/list-generations.ts'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { creditsOf, generationsOf } from './queries.ts'

const { isDistributed = false } = await testConnection()
const database = await testDatabase()
const [days, rowsADay] = [200, 500]
const first = new Date('2026-01-01')
const dayMs = 86_400_000
const span = {
  start: new Date(first.getTime() + 100 * dayMs),
  end: new Date(first.getTime() + 101 * dayMs),
}

/** Half a year of one account, in the order in which it was written. */
beforeAll(async () => {
  const id = '00000000-0000-7000-8000-000000000000'
  await sql`insert into account (id, email) values (${id}, 'a')`.execute(database)
  const at = sql`${first}::timestamptz + n * ${86_400 / rowsADay}::float * interval '1 s'`
  const all = sql`generate_series(0, ${days * rowsADay - 1}::int) n`
  await sql`insert into credit_entry (account_id, number, reason, credits, balance_after, created_at)
    select ${id}, n + 1, 'correction', -1, 0, ${at} from ${all}`.execute(database)
  await sql`insert into generation (id, account_id, request_id, kind, generation_type, model, input, price,
      requested, status, number, created_at, completed_at)
    select (lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '0'))::uuid,
      ${id}, n, 'image', 't', 'm', '{}', 3, 2, 'completed', n, ${at}, ${at} + interval '4 s' from ${all}`.execute(
    database,
  )
  await sql`select brin_summarize_new_values('credit_entry_time')`.execute(database)
  await sql`analyze credit_entry, generation`.execute(database)
})

/** The rows that the scans of a statement read, also those that they filter out. */
async function readBy(query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': unknown
  }>`explain (analyze, format json) ${query}`.execute(database)
  const count = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 0
    const plan = node as Record<string, unknown>
    const isScan = String(plan['Node Type'] ?? '').endsWith('Scan') && !plan.Plans
    const own = isScan
      ? Number(plan['Actual Rows']) +
        Number(plan['Rows Removed by Filter'] ?? 0) +
        Number(plan['Rows Removed by Index Recheck'] ?? 0)
      : 0
    return own + Object.values(plan).reduce((sum: number, value) => sum + count(value), 0)
  }
  return count(rows[0]?.['QUERY PLAN'])
}

describe.skipIf(isDistributed)('the figures of a day', () => {
  it.each([
    ['the ledger', () => creditsOf(database, span)],
    ['generations', () => generationsOf(database, span)],
  ])('read the rows of %s of about that day', async (_, query) => {
    // A range of blocks is 32 pages; beside the day, ids are read for an hour before and after it.
    expect(await readBy(query())).toBeLessThan(14 * rowsADay)
  })

  it('have every row of that day and no other', async () => {
    expect(await creditsOf(database, span).execute()).toEqual([
      { reason: 'correction', entries: rowsADay, credits: -rowsADay },
    ])
    expect(await generationsOf(database, span).execute()).toMatchObject([
      { status: 'completed', count: rowsADay, results: 2 * rowsADay, credits: 3 * rowsADay },
    ])
  })
})

describe.skipIf(isDistributed)('a page of the list of generations', () => {
  const filter = { kind: null, model: null, code: null, from: first, to: span.end }
  it.each<GenerationFilter['status']>([null, 'completed', 'failed'])(
    'of status %s reads no more rows than its limit',
    async (status) => {
      expect(await readBy(scannedBy({ ...filter, status }, null, 300))).toBeLessThanOrEqual(300)
    },
  )
})
