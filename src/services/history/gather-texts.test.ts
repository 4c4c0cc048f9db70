import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { verifyLedger } from '#services/ledger/verify-ledger.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import {
  inventRecords,
  type Known,
  seededRandom,
  writeRecords,
} from '#testing/services/history-world.ts'
import { purgeDeleted } from '../retention.ts'
import { type HistoryFilters, listHistory } from './list-history.ts'
import { gatherTexts, sealBlocks } from './maintain-index.ts'

const context = await testContext()
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }

const count = 400
const stillOpen = 300
let accountId: string
let records: Known[]

beforeEach(async () => {
  for (const table of ['generation', 'history_block', 'history_term', 'history_text'] as const)
    await database.deleteFrom(table).execute()
  accountId = (await testAccount(context)).id
  const begin = new Date('2026-01-01T00:00:00Z')
  const isOpen = (number: number) => number === stillOpen
  records = inventRecords({
    accountId,
    count,
    kinds: ['image'],
    isOpen,
    random: seededRandom(7),
    begin,
  })
  await writeRecords(context, records)
})

const texts = () =>
  database.selectFrom('history_text').select(['below', 'numbers', 'texts']).execute()
const totals = () => Promise.all(questions.map(async (filters) => (await listed(filters)).total))
const listed = (filters: HistoryFilters) =>
  listHistory(context, { accountId, kind: 'image', page: 1, pageSize: 5, filters })
const questions: HistoryFilters[] = [
  ...['fox', 'f', 'te', 'foxgl', '狐', '雪地里的', 'red snow', '!', 'nothing'].map((search) => ({
    search,
  })),
  { status: 'failed' },
  { status: 'processing' },
  { status: 'completed', search: 'a', model: 'sd35', size: '512x512' },
]
const end = () =>
  sql`update generation set status = 'failed', step = null, next_step_at = null where number = ${stillOpen}`.execute(
    database,
  )

it('gathers up to the first record that is not final, and finds the same as before', async () => {
  const before = await totals()
  expect(before.slice(0, 7)).not.toContain(0)
  await gatherTexts(context)
  expect(await texts()).toMatchObject([
    { below: stillOpen, numbers: expect.toSatisfy((all) => all.length === 299) },
  ])
  expect(await totals()).toEqual(before)
})

it('gathers more once many more have ended, not for a few', async () => {
  await gatherTexts(context)
  await end()
  const before = await totals()
  await gatherTexts(context)
  expect(await texts()).toMatchObject([{ below: count + 1 }])
  expect(await totals()).toEqual(before)
  const more = records.slice(0, 63).map((record, index) => ({
    ...record,
    id: crypto.randomUUID(),
    number: count + 1 + index,
    isDeleted: false,
  }))
  await writeRecords(context, more)
  await gatherTexts(context)
  expect(await texts()).toMatchObject([{ below: count + 1 }])
})

it('drops the words of purged records, and gathers the others again', async () => {
  await end()
  await gatherTexts(context)
  const [gone] = records.filter(({ isDeleted, prompt }) => !isDeleted && prompt.includes('teapot'))
  const before = await totals()
  await sql`update generation set deleted_at = now(), purge_at = now() where number = ${gone?.number}`.execute(
    database,
  )
  await purgeDeleted(context)
  expect(await texts()).toEqual([])
  const after = await totals()
  expect(after).not.toEqual(before)
  await gatherTexts(context)
  const [row] = await texts()
  expect(row?.texts[row.numbers.indexOf(gone?.number ?? 0)]).not.toContain('teapot')
  expect(await totals()).toEqual(after)
})

it('gathers nothing while words are being removed from a record', async () => {
  const purging = await otherProcess.database.startTransaction().execute()
  await sql`select from generation where number = 7 for update`.execute(purging)
  await gatherTexts(context)
  expect(await texts()).toEqual([])
  await sql`update generation set terms = '{}' where number = 7`.execute(purging)
  await purging.commit().execute()
  await gatherTexts(context)
  expect(await texts()).toHaveLength(1)
})

it('ends once the block is sealed', async () => {
  await end()
  await gatherTexts(context)
  const before = await totals()
  await sql`update history_block set is_full = true`.execute(database)
  expect(await sealBlocks(context)).toBe(1)
  expect(await texts()).toEqual([])
  expect(await totals()).toEqual(before)
})

it('visits all blocks, some at a time', async () => {
  const place = await gatherTexts(context, null, 0)
  expect([place, await texts()]).toEqual([null, []])
  const others = await Promise.all([testAccount(context), testAccount(context)])
  for (const { id } of others) {
    await writeRecords(
      context,
      records.slice(0, 100).map((one) => ({ ...one, id: crypto.randomUUID(), accountId: id })),
    )
  }
  expect(await gatherTexts(context)).toBeNull()
  expect(await texts()).toHaveLength(3)
})

it('is verified together with the ledger', async () => {
  const faults = async () =>
    (await verifyLedger(context)).faults.filter(({ fault }) => fault === 'history_texts_differ')
  await gatherTexts(context)
  expect(await faults()).toEqual([])
  await sql`update history_text set texts[7] = '' || texts[8]`.execute(database)
  expect(await faults()).toMatchObject([{ account_id: accountId }])
  await sql`update history_text set texts = texts[2:], numbers = numbers[2:]`.execute(database)
  expect(await faults()).toHaveLength(1)
})
