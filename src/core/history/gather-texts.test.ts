import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import {
  endRecord,
  inventRecords,
  type Known,
  seededRandom,
  writeRecords,
} from '#testing/services/history-world.ts'
import { deleteGenerations } from './delete-generations.ts'
import { type HistoryFilters, listHistory } from './list-history.ts'
import { indexDueHistories, indexHistories } from './maintain-index.ts'
import { queueHistoryTask } from './queries/tasks.ts'
import { purgeDeleted } from './retention.ts'

const context = await testContext()
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }

const count = 400
const stillOpen = 300
let accountId: string
let records: Known[]

beforeEach(async () => {
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
  database
    .selectFrom('history_text')
    .select(['below', 'numbers', 'texts'])
    .where('account_id', '=', accountId)
    .execute()
const index = () => indexHistories(context, accountId)
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
const end = () => endRecord(context, { accountId, number: stillOpen })

it('gathers up to the first record that is not final, and finds the same as before', async () => {
  const before = await totals()
  expect(before.slice(0, 7)).not.toContain(0)
  await index()
  expect(await texts()).toMatchObject([
    { below: stillOpen, numbers: expect.toSatisfy((all) => all.length === 299) },
  ])
  expect(await totals()).toEqual(before)
})

it('gathers more once many more have ended, not for a few', async () => {
  await index()
  await end()
  const before = await totals()
  await index()
  expect(await texts()).toMatchObject([{ below: count + 1 }])
  expect(await totals()).toEqual(before)
  const more = records.slice(0, 63).map((record, index) => ({
    ...record,
    id: crypto.randomUUID(),
    number: count + 1 + index,
    isDeleted: false,
  }))
  await writeRecords(context, more)
  await index()
  expect(await texts()).toMatchObject([{ below: count + 1 }])
})

it('drops the words of purged records, and gathers the others again', async () => {
  await end()
  await index()
  const [gone] = records.filter(({ isDeleted, prompt }) => !isDeleted && prompt.includes('teapot'))
  const before = await totals()
  await deleteGenerations(
    { ...context, undoTime: 0 },
    { accountId, kind: 'image', ids: [gone?.id ?? ''] },
  )
  await purgeDeleted(context)
  expect(await texts()).toEqual([])
  const after = await totals()
  expect(after).not.toEqual(before)
  await index()
  const [row] = await texts()
  expect(row?.texts[row.numbers.indexOf(gone?.number ?? 0)]).not.toContain('teapot')
  expect(await totals()).toEqual(after)
})

it('gathers nothing while words are being removed from a record', async () => {
  const purging = await otherProcess.database.startTransaction().execute()
  await sql`select from generation where number = 7 and account_id = ${accountId} for update`.execute(
    purging,
  )
  await index()
  expect(await texts()).toEqual([])
  await sql`update generation set terms = '{}' where number = 7 and account_id = ${accountId}`.execute(
    purging,
  )
  await purging.commit().execute()
  await index()
  expect(await texts()).toHaveLength(1)
})

it('ends once the block is sealed', async () => {
  await end()
  await index()
  const before = await totals()
  await sql`update account set last_number = 1023 where id = ${accountId}`.execute(database)
  expect((await index()).sealed).toBe(1)
  expect(await texts()).toEqual([])
  expect(await totals()).toEqual(before)
})

it('happens for the accounts that are due, and again later while records are open', async () => {
  await queueHistoryTask(database, accountId)
  await indexDueHistories(context)
  expect(await texts()).toHaveLength(1)
  expect(await tasks()).toEqual([{ account_id: accountId, is_due: false }])
  await end()
  await sql`update history_task set due_at = now()`.execute(database)
  await indexDueHistories(context)
  expect(await tasks()).toEqual([])
})

const tasks = () =>
  database
    .selectFrom('history_task')
    .select(['account_id', sql<boolean>`due_at <= now()`.as('is_due')])
    .execute()

it('is verified together with the ledger', async () => {
  const faults = async () =>
    (await verifyLedger(context)).faults.filter(({ fault }) => fault === 'history_texts_differ')
  await index()
  expect(await faults()).toEqual([])
  await sql`update history_text set texts[7] = '' || texts[8] where account_id = ${accountId}`.execute(
    database,
  )
  expect(await faults()).toMatchObject([{ account_id: accountId }])
  await sql`update history_text set texts = texts[2:], numbers = numbers[2:]
    where account_id = ${accountId}`.execute(database)
  expect(await faults()).toHaveLength(1)
})
