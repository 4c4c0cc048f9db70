import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import type { Parts } from '#core/parts.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import { countLockWaits } from '#testing/database/sessions.ts'
import {
  inventRecords,
  type Known,
  seededRandom,
  writeChanges,
  writeRecords,
} from '#testing/services/history-world.ts'
import { markFavorite } from './change-records.ts'
import { deleteGenerations } from './delete-generations.ts'
import { listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'

const context = await testContext()
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }

/**
 * Numbers are far apart, so that few records make many blocks: three complete parts and the
 * beginning of a fourth.
 */
const apart = 150
const count = 700

let accountId: string
let records: Known[]

beforeEach(async () => {
  accountId = (await testAccount(context)).id
  const begin = new Date('2026-01-01T00:00:00Z')
  const plan = {
    accountId,
    count,
    kinds: ['image' as const],
    isOpen: () => false,
    random: seededRandom(3),
    begin,
  }
  records = inventRecords(plan).map((record) => ({ ...record, number: record.number * apart }))
  await writeRecords(context, records)
})

const pageSize = 20
const page = (number: number, onlyFavorites: boolean) =>
  listHistory(context, {
    accountId,
    kind: 'image',
    page: number,
    pageSize,
    filters: { onlyFavorites },
  })

/** Returns the totals of every page, of the whole history and of its favourites. */
async function everything() {
  const pages = []
  for (const onlyFavorites of [false, true]) {
    const { total } = await page(1, onlyFavorites)
    for (let number = 1; number <= Math.ceil(total / pageSize) + 1; number++) {
      const { total: same, stats, generations } = await page(number, onlyFavorites)
      pages.push({ total: same, stats, ids: generations.map(({ row }) => row.id) })
    }
  }
  return pages
}

function expected(known: Known[]) {
  const shown = known.filter(({ isDeleted }) => !isDeleted).toReversed()
  return [shown, shown.filter(({ isFavorite }) => isFavorite)].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / pageSize) + 1 }, (_, at) => ({
      total: list.length,
      ids: list.slice(at * pageSize, (at + 1) * pageSize).map(({ id }) => id),
    })),
  )
}

async function partFaults() {
  const { faults } = await verifyLedger(context)
  return faults.filter(({ fault }) => fault.startsWith('history_'))
}

const parts = () =>
  database
    .selectFrom('history_part')
    .select('part')
    .where('account_id', '=', accountId)
    .orderBy('part')
    .execute()

const addUp = async (of: Parts<'database'> = context) =>
  (await indexHistories(of, accountId)).addedUp

describe('a long history', () => {
  it('has the same totals before and after its older parts are added up, and after later changes', async () => {
    const before = await everything()
    expect(before).toMatchObject(expected(records))
    expect(await addUp()).toBe(3)
    expect(await everything()).toEqual(before)
    expect(await addUp()).toBe(0)

    const random = seededRandom(4)
    const changed = records.map((record) => ({
      ...record,
      isDeleted: random() < 0.3,
      isFavorite: random() < 0.5,
      refunded: random() < 0.2 ? record.price : 0,
    }))
    await writeChanges(context, changed)
    expect(await everything()).toMatchObject(expected(changed))
    expect(await partFaults()).toEqual([])
  })

  it('is added up once and completely by two processes while its records change', async () => {
    const changed = records
      .slice(0, 300)
      .map((record) => ({ ...record, isDeleted: record.number % 4 === 0 }))
    const changing = (async () => {
      for (const record of changed) await writeChanges(otherProcess, [record])
    })()
    while ((await parts()).length < 3) await Promise.all([addUp(), addUp(otherProcess)])
    await changing
    expect(await everything()).toMatchObject(expected([...changed, ...records.slice(300)]))
    expect(await partFaults()).toEqual([])
  })

  it('skips a part with a record being changed, and those after it', async () => {
    const open = await otherProcess.database.startTransaction().execute()
    await sql`update generation set is_favorite = not is_favorite where number = ${apart} and account_id = ${accountId}`.execute(
      open,
    )
    expect(await addUp()).toBe(0)
    await open.commit().execute()
    expect(await addUp()).toBe(3)
    expect(await partFaults()).toEqual([])
  })

  it('changes as wanted where two changes lock its blocks and parts in opposite order', async () => {
    await addUp()
    const [first, second, other] = [150, 1050, 1200].map((number) =>
      records.find((record) => record.number === number),
    )
    if (!first || !second || !other) throw new Error('No such records')
    const open = await otherProcess.database.startTransaction().execute()
    await sql`select from history_block where account_id = ${accountId} and block = 1 for update`.execute(
      open,
    )
    const marking = markFavorite(context, {
      accountId,
      kind: 'image',
      id: other.id,
      isFavorite: !other.isFavorite,
      tags: undefined,
    })
    while ((await countLockWaits(database)) < 1);
    const ids = [first.id, second.id]
    const deleting = deleteGenerations(context, { accountId, kind: 'image', ids })
    while ((await countLockWaits(database)) < 2);
    await open.commit().execute()

    expect(await deleting).toMatchObject({ count: 2 })
    expect(await marking).toMatchObject({ row: { is_favorite: !other.isFavorite } })
    expect(await partFaults()).toEqual([])
  })

  it('is reported as faulty where a part differs from its blocks, or is missing', async () => {
    await addUp()
    await sql`update history_part set credits = credits + 1 where part = 1 and account_id = ${accountId}`.execute(
      database,
    )
    expect(await partFaults()).toMatchObject([
      { fault: 'history_part_differs', account_id: accountId },
    ])
    await sql`delete from history_part where part = 1 and account_id = ${accountId}`.execute(
      database,
    )
    expect(await partFaults()).toMatchObject([{ fault: 'history_part_differs' }])
  })
})
