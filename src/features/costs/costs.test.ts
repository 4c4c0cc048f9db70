import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { failGeneration } from '#core/generations/end-generation.ts'
import { refundGeneration } from '#core/generations/refund-generation.ts'
import type { FailureCode } from '#core/generations/rules/failure.ts'
import { readRow } from '#testing/drive.ts'
import { collectWorld } from '#testing/services/collect-world.ts'
import { testSettings } from '#testing/settings.ts'
import { computeDays } from './compute-days.ts'
import { findLosses } from './find-losses.ts'
import { deletePrice, importPrices, setPrice } from './manage-prices.ts'
import { loadPriceBook } from './price-book.ts'
import { listPrices } from './price-queries.ts'
import { readProviderFacts } from './provider-facts.ts'
import { readMargins } from './read-margins.ts'
import { reconcile } from './reconcile.ts'

const { base, host, png, world } = await collectWorld()
const { database } = base
const act = { actor: 'ada@example.com', reason: 'because' }
const endpoint = 'made/by-test'
await setPrice(base, act, { provider: 'fal', endpoint, unit: 'image', amount: 0.025 })

const url = host.serve('fine.png', png)
const images = (count: number) => ({ images: Array.from({ length: count }, () => ({ url })) })
const settings = testSettings({ credit_value: 0.01 })

async function costOfGeneration(id: string) {
  const row = await database
    .selectFrom('generation_cost')
    .selectAll()
    .where('generation_id', '=', id)
    .executeTakeFirst()
  return row && { micros: row.micros, endpoint: row.endpoint, requestId: row.request_id }
}

/** Ends a job that the provider has accepted with a failure. */
async function fail(id: string, code: FailureCode, parts = base): Promise<void> {
  await failGeneration(parts, await readRow(base, id), code)
}

describe('the cost of a job is recorded with its end', () => {
  it('by what was requested, also where a result is missing', async () => {
    const { start, end } = await world()
    const [whole, partial] = [
      await start('image', images(2), 2),
      await start('image', images(1), 3),
    ]
    expect(await end(whole)).toMatchObject({ status: 'completed' })
    expect(await end(partial)).toMatchObject({ status: 'partial', refunded: 60 })
    const { provider_job: job } = await readRow(base, whole)
    expect(await costOfGeneration(whole)).toEqual({
      ...{ micros: 50_000, endpoint, requestId: job?.requestId },
    })
    expect(await costOfGeneration(partial)).toMatchObject({ micros: 75_000 })
  })

  it('as nothing for an error of the provider, as unknown where it may have billed', async () => {
    const { start } = await world()
    const [error, blocked] = [await start('image', images(1)), await start('image', images(1))]
    await fail(error, 'provider_error')
    await fail(blocked, 'content_policy')
    expect(await costOfGeneration(error)).toMatchObject({ micros: 0 })
    expect(await costOfGeneration(blocked)).toMatchObject({ micros: null })
  })

  it('not at all where no provider has accepted it', async () => {
    const { start } = await world()
    const id = await start('image', images(1))
    await sql`update job set provider_job = null, step = 'submit' where generation_id = ${id}`.execute(
      database,
    )
    await fail(id, 'temporarily_unavailable')
    expect(await costOfGeneration(id)).toBeUndefined()
  })

  it('by the price that counts at its end, as unknown without one', async () => {
    const { start, end } = await world()
    const run = async () => {
      const id = await start('image', images(1))
      await end(id)
      return (await costOfGeneration(id))?.micros
    }
    await setPrice(base, act, { provider: 'fal', endpoint, unit: 'megapixel', amount: 0.1 })
    expect(await run()).toBe(27_000)
    await deletePrice(base, act, { provider: 'fal', endpoint })
    expect(await run()).toBeNull()
    await setPrice(base, act, { provider: 'fal', endpoint, unit: 'image', amount: 0.025 })
    expect(await run()).toBe(25_000)
  })
})

/** Charges less refunds of the ledger. */
async function readLedger(where = sql`true`): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select -sum(credits)::bigint as credits from credit_entry
    where reason in ('charge', 'refund') and ${where}`.execute(database)
  return rows[0]?.credits ?? 0
}

async function expectLedger(context: typeof base): Promise<void> {
  const cost = await sql<{ micros: number; unknown: number }>`
    select sum(micros)::bigint as micros, (count(*) - count(micros))::int as unknown from generation_cost`.execute(
    database,
  )
  const credits = await readLedger()
  for (const by of ['model', 'day', 'account'] as const) {
    const { lines, total, is_incomplete } = await readMargins(context, { by }, 10_000)
    const sum = (of: 'credits' | 'cost' | 'unknown_jobs') =>
      lines.reduce((all, line) => all + line[of], 0)
    expect(sum('credits')).toBe(credits)
    expect(total).toMatchObject({ credits, revenue: credits * 10_000 })
    expect(total.margin).toBe(credits * 10_000 - total.cost)
    expect({ cost: sum('cost'), unknown: sum('unknown_jobs') }).toEqual({
      ...{ cost: cost.rows[0]?.micros, unknown: cost.rows[0]?.unknown },
    })
    expect(is_incomplete).toBe(false)
  }
}

it('margins are the ledger’s to the credit, by model, day and account', async () => {
  const context = { ...base, settings }
  const one = await world()
  const two = await world({ autoRefund: false })
  const open = await one.start('image', images(1))
  await one.end(await one.start('image', images(2), 2))
  await one.end(await one.start('image', images(1), 4))
  const failed = await one.start('image', images(1))
  await fail(failed, 'provider_error')
  const kept = await two.start('image', images(1))
  await fail(kept, 'no_result', two.context)
  await expectLedger(context)
  const { lines } = await readMargins(context, { by: 'account' }, 10_000)
  const lineOf = (key: string) => lines.find((line) => line.key === key)
  expect(lineOf(one.account.id)).toMatchObject({ credits: 30 + 60 + 30, name: one.account.email })
  expect(lineOf(two.account.id)).toMatchObject({ credits: 30, jobs: 1, unknown_jobs: 1 })

  await refundGeneration(base, { accountId: two.account.id, name: kept, reason: null })
  await expectLedger(context)
  const after = await readMargins(context, { by: 'account' }, 10_000)
  expect(after.lines.find(({ key }) => key === two.account.id)).toMatchObject({ credits: 0 })

  // Two days later the sums of today are stored, and read from there alone.
  await computeDays({ ...context, now: () => Date.now() + 2 * 86_400_000 })
  await expectLedger(context)
  expect(await sql`select from cost_sum`.execute(database)).not.toMatchObject({ rows: [] })
  await computeDays({ ...context, now: () => Date.now() + 2 * 86_400_000 })
  await expectLedger(context)
  for (const table of ['cost_day', 'cost_sum'])
    await sql`delete from ${sql.table(table)}`.execute(database)
  await one.end(open)
})

it('refuses days in the wrong order, and too many', async () => {
  const context = { ...base, settings }
  await expect(
    readMargins(context, { by: 'day', from: '2026-11-02', to: '2026-11-01' }),
  ).rejects.toMatchObject({ refusal: { reason: 'invalid_input' } })
  await expect(
    readMargins(context, { by: 'day', from: '2025-01-01', to: '2026-11-01' }),
  ).rejects.toMatchObject({ refusal: { problems: [{ max: 366 }] } })
})

it('imports a price list as a whole or not at all, and only what differs', async () => {
  const list = (amount: number) =>
    JSON.stringify({
      prices: [
        { endpoint_id: 'fal-ai/x', unit_price: amount, unit: 'images', currency: 'USD' },
        { endpoint_id: 'fal-ai/y', unit_price: 0.1, unit: 'units', currency: 'USD' },
      ],
    })
  const run = (text: string) => importPrices(base, act, { provider: 'fal', text })
  const before = await listPrices(database)
  await expect(run(list(-1))).rejects.toMatchObject({
    refusal: { reason: 'invalid_price_list', problems: [{ path: 'line 1, amount' }] },
  })
  await expect(
    run('endpoint,unit,amount\nfal-ai/x,image,1\nfal-ai/z,image,ten'),
  ).rejects.toMatchObject({
    refusal: { problems: [{ path: 'line 3, amount' }] },
  })
  await expect(run('endpoint,unit,amount,currency\nfal-ai/x,image,1,eur')).rejects.toMatchObject({
    refusal: { problems: [{ message: 'must be usd, as all prices here' }] },
  })
  expect(await listPrices(database)).toEqual(before)
  const counts = { added: 0, changed: 0, unchanged: 0, skipped: { units: 1 } }
  expect(await run(list(0.5))).toEqual({ ...counts, added: 1 })
  expect(await run(list(0.5))).toEqual({ ...counts, unchanged: 1 })
  expect(await run(list(0.25))).toEqual({ ...counts, changed: 1 })
  await deletePrice(base, act, { provider: 'fal', endpoint: 'fal-ai/x' })
  expect(await listPrices(database)).toEqual(before)
})

it('tells the core what a job costs at a provider', async () => {
  await setPrice(base, act, {
    provider: 'fal',
    endpoint: 'fal-ai/flux/dev',
    unit: 'megapixel',
    amount: 0.025,
  })
  const { costOf } = await readProviderFacts(base)
  const job = {
    provider: 'fal',
    endpoint: 'fal-ai/flux/dev',
    model: 'flux-dev',
    kind: 'image' as const,
  }
  const input = { prompt: 'a fox', image_size: 'square_hd', num_images: 2 }
  expect(costOf({ ...job, input, quantity: 2 })).toBe(52_429)
  expect(costOf({ ...job, provider: 'replicate', input, quantity: 2 })).toBeNull()
})

it('finds the models that are sold below their cost', async () => {
  await setPrice(base, act, {
    provider: 'fal',
    endpoint: 'fal-ai/flux/dev',
    unit: 'image',
    amount: 3,
  })
  const losses = (value: number | null) =>
    loadPriceBook(database).then((book) =>
      findLosses(book, testSettings({ credit_value: value })).map(({ model }) => model),
    )
  expect(await losses(0.01)).toContain('flux-dev')
  expect(await losses(1)).not.toContain('flux-dev')
  expect(await losses(null)).toEqual([])
})

it('lists the differences between a usage export and the records', async () => {
  const { start, end } = await world()
  const run = async () => {
    const id = await start('image', images(1))
    await end(id)
    return { id, request: (await readRow(base, id)).provider_job?.requestId ?? '' }
  }
  const [same, other, missing] = [await run(), await run(), await run()]
  const lost = await start('image', images(1))
  const { provider_job: job } = await readRow(base, lost)
  await fail(lost, 'result_lost')
  const text = [
    'request_id,endpoint_id,cost_total',
    `${same.request},${endpoint},0.025`,
    `${other.request},${endpoint},0.05`,
    `${job?.requestId},${endpoint},0.025`,
    'stranger,fal-ai/x,1',
  ].join('\n')
  const found = await reconcile(base, { provider: 'fal', text })
  expect(found.billed).toEqual({ jobs: 4, micros: 1_100_000 })
  expect(found.unknown).toMatchObject({
    count: 1,
    micros: 1_000_000,
    list: [{ request_id: 'stranger' }],
  })
  expect(found.different).toMatchObject({
    count: 2,
    list: expect.arrayContaining([
      {
        request_id: other.request,
        generation_id: other.id,
        endpoint,
        billed: 50_000,
        recorded: 25_000,
      },
      { request_id: job?.requestId, generation_id: lost, endpoint, billed: 25_000, recorded: null },
    ]),
  })
  expect(found.not_billed.list).toContainEqual({
    ...{ request_id: missing.request, generation_id: missing.id, endpoint },
    ...{ billed: null, recorded: 25_000 },
  })
  expect(found.not_billed.list.map(({ request_id }) => request_id)).not.toContain(same.request)
  expect(await reconcile(base, { provider: 'replicate', text })).toMatchObject({
    ...{ from: null, unknown: { count: 4 }, not_billed: { count: 0 } },
  })
  await expect(reconcile(base, { provider: 'fal', text: 'a,b\n1,2' })).rejects.toMatchObject({
    refusal: { reason: 'invalid_usage_export' },
  })
})
