import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { withoutTriggers } from '#testing/database/sessions.ts'
import { inventEntries, type KnownEntry, writeEntries } from '#testing/services/ledger-world.ts'
import { blockSize, sealBlocks, statement } from './queries/statement.ts'
import { readStatement, type StatementFilters, streamStatement } from './read-statement.ts'
import { verifyLedger } from './verify-ledger.ts'

const context = await testContext()
const { database } = context
const begin = new Date('2026-03-01T00:00:00Z')
const hour = 3_600_000

/** Creates an account with these as its whole ledger. */
async function accountWith(entries: readonly KnownEntry[]) {
  const account = await testAccount(context, { credits: 0 })
  if (entries.length > 0) await writeEntries(context, account.id, entries)
  return account.id
}

const blocksOf = async (accountId: string) =>
  (
    await database
      .selectFrom('statement_block')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
  ).sort((one, other) => one.block - other.block || one.reason.localeCompare(other.reason))

/** The date of the test's nth day. */
const day = (index: number) =>
  new Date(begin.getTime() + index * 24 * hour).toISOString().slice(0, 10)

/** The same, computed by a scan of all entries. */
function expected(entries: readonly KnownEntry[], { reason, days }: StatementFilters) {
  const first = days?.start === undefined ? -Infinity : Date.parse(`${days.start}T00:00:00Z`)
  const last = days?.end === undefined ? Infinity : Date.parse(`${days.end}T00:00:00Z`) + 24 * hour
  const fitting = entries.filter(
    (entry) =>
      (reason === undefined || entry.reason === reason) &&
      entry.createdAt.getTime() >= first &&
      entry.createdAt.getTime() < last,
  )
  const sum = (some: readonly KnownEntry[]) =>
    some.reduce((total, { credits }) => total + credits, 0)
  return {
    entries: fitting
      .toReversed()
      .map(({ createdAt, credits }) => [createdAt.toISOString(), credits]),
    sums: {
      in: sum(fitting.filter(({ credits }) => credits > 0)),
      out: sum(fitting.filter(({ credits }) => credits < 0)),
    },
  }
}

const filters: StatementFilters[] = [
  {},
  { reason: 'grant' },
  { reason: 'refund' },
  { days: { start: day(20), timeZone: 'UTC' } },
  { days: { end: day(20), timeZone: 'UTC' } },
  { days: { start: day(10), end: day(90), timeZone: 'UTC' } },
  { days: { start: day(50), end: day(50), timeZone: 'UTC' }, reason: 'correction' },
  { days: { start: day(400), timeZone: 'UTC' } },
]

describe('a statement', () => {
  // Just below a full block, full, one more, and several with an incomplete last one.
  it.each([0, 1, blockSize - 1, blockSize, blockSize + 1, 3 * blockSize + 500])(
    'of %i entries is exact',
    async (count) => {
      const entries = inventEntries(count, { begin, step: hour })
      const accountId = await accountWith(entries)
      for (const wanted of filters) {
        const right = expected(entries, wanted)
        const total = right.entries.length
        const pageSize = 100
        const pages = new Set([
          1,
          2,
          Math.ceil(total / 200),
          Math.ceil(total / pageSize),
          Math.ceil(total / pageSize) + 1,
        ])
        for (const page of [...pages].filter((number) => number >= 1)) {
          const found = await readStatement(context, { accountId, page, pageSize, filters: wanted })
          expect(found).toMatchObject({
            total,
            page,
            totalPages: Math.ceil(total / pageSize),
            sums: right.sums,
          })
          expect(
            found.entries.map(({ entry }) => [entry.created_at.toISOString(), entry.credits]),
          ).toEqual(right.entries.slice((page - 1) * pageSize, page * pageSize))
        }
      }
      expect((await blocksOf(accountId)).reduce((sum, block) => sum + block.entries, 0)).toBe(
        Math.floor(count / blockSize) * blockSize,
      )
    },
  )

  it('counts days in the reader’s time zone', async () => {
    const at = (time: string) =>
      ({ reason: 'grant', credits: 1, createdAt: new Date(time) }) as const
    const accountId = await accountWith([
      at('2026-03-28T22:59:59Z'),
      at('2026-03-28T23:00:00Z'),
      at('2026-03-29T21:59:59Z'),
    ])
    const days = { start: '2026-03-29', end: '2026-03-29', timeZone: 'Europe/Berlin' }
    expect(
      await readStatement(context, { accountId, page: 1, pageSize: 10, filters: { days } }),
    ).toMatchObject({
      total: 2,
    })
  })

  it('adds up new entries, and nothing twice, with concurrent readers', async () => {
    const entries = inventEntries(5 * blockSize + 9, { begin, step: hour })
    const accountId = await accountWith(entries.slice(0, blockSize + 5))
    await sealBlocks(database, accountId)
    const before = await blocksOf(accountId)
    await writeEntries(context, accountId, entries.slice(blockSize + 5))
    await Promise.all(Array.from({ length: 6 }, () => sealBlocks(database, accountId)))
    const after = await blocksOf(accountId)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.reduce((sum, block) => sum + block.entries, 0)).toBe(5 * blockSize)
    const found = await readStatement(context, { accountId, page: 1, pageSize: 1 })
    expect(found).toMatchObject({ total: entries.length, sums: expected(entries, {}).sums })
  })

  it('that was added up wrongly is reported, for every kind of fault', async () => {
    const accountId = await accountWith(inventEntries(2 * blockSize + 1, { begin, step: hour }))
    await sealBlocks(database, accountId)
    const faults = async () =>
      (await verifyLedger(context)).faults.filter(
        ({ fault, account_id }) => fault === 'statement_differs' && account_id === accountId,
      )
    expect(await faults()).toEqual([])
    const block = () =>
      database
        .updateTable('statement_block')
        .where('account_id', '=', accountId)
        .where('block', '=', 1)
    await block().where('reason', '=', 'grant').set({ entries: 1 }).execute()
    await block().where('reason', '=', 'purchase').set({ last_at: new Date() }).execute()
    await database
      .deleteFrom('statement_block')
      .where('account_id', '=', accountId)
      .where('block', '=', 0)
      .execute()
    const reasons = new Set(inventEntries(9, { begin, step: 1 }).map(({ reason }) => reason))
    expect(await faults()).toHaveLength(2 + reasons.size)
  })

  it('is streamed completely in batches, as it was at the start', async () => {
    const entries = inventEntries(2300, { begin, step: hour })
    const accountId = await accountWith(entries)
    const read: number[] = []
    for await (const batch of streamStatement(context, {
      accountId,
      filters: { reason: 'grant' },
    })) {
      if (read.length === 0)
        await writeEntries(context, accountId, inventEntries(9, { begin: new Date(), step: 1 }))
      read.push(...batch.map(({ entry }) => entry.credits))
    }
    expect(read).toHaveLength(expected(entries, { reason: 'grant' }).entries.length)
  })
})

type Plan = Record<string, unknown> & { Plans?: Plan[] }

/** Returns how many rows of the ledger a statement reads. */
async function rowsRead(order: Parameters<typeof statement>[0]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, costs off, timing off, format json) ${statement(order)}`.execute(database)
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  const all = rows[0]?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodes(plan)) ?? []
  const ofLedger = all.filter((node) => node['Relation Name'] === 'credit_entry')
  expect(ofLedger.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  const seen = (node: Plan) =>
    Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)
  return ofLedger.reduce((sum, node) => sum + seen(node) * Number(node['Actual Loops']), 0)
}

describe('the statement of an account with very many entries', () => {
  it('is never scanned, neither for its totals nor for its last page', {
    timeout: 180_000,
  }, async () => {
    const count = 240_000
    const accountId = await accountWith([])
    const entries = sql`
      insert into credit_entry (account_id, number, reason, credits, balance_after, created_at)
      select ${accountId}, 1 + n, (case when n % 3 = 0 then 'correction' else 'grant' end)::entry_reason,
        case when n % 3 = 0 then -1 else 1 end,
        0, ${begin}::timestamptz + n * interval '80 s'
      from generate_series(1, ${count}) as n`
    await withoutTriggers(database, (transaction) => entries.execute(transaction))
    await sql`analyze credit_entry`.execute(database)
    await sealBlocks(database, accountId)
    await sql`analyze statement_block`.execute(database)

    const span = { start: day(30), end: day(200), timeZone: 'Asia/Shanghai' }
    const orders = [
      { accountId, offset: 0, limit: 100 },
      { accountId, offset: count - 100, limit: 100 },
      { accountId, offset: count / 2, limit: 100 },
      { accountId, offset: 60_000, limit: 100, reason: 'correction' as const },
      { accountId, offset: 100_000, limit: 100, days: span },
      { accountId, offset: 50_000, limit: 100, days: span, reason: 'grant' as const },
      { accountId, offset: 2 * count, limit: 100 },
    ]
    for (const order of orders) expect(await rowsRead(order)).toBeLessThan(6 * blockSize)
    const last = await readStatement(context, { accountId, page: 2400, pageSize: 100 })
    expect(last).toMatchObject({
      total: count,
      totalPages: 2400,
      sums: { in: 160_000, out: -80_000 },
    })
    expect(last.entries.at(-1)?.entry.created_at).toEqual(new Date(begin.getTime() + 80_000))
  })
})
