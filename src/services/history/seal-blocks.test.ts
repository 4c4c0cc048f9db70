import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LedgerFault } from '#database/queries/ledger.ts'
import type { ServiceContext } from '#services/context.ts'
import { verifyLedger } from '#services/ledger/verify-ledger.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import {
  inventRecords,
  type Known,
  seededRandom,
  writeChanges,
  writeRecords,
} from '#testing/services/history-world.ts'
import { listHistory } from './list-history.ts'
import { sealBlocks } from './maintain-index.ts'

const context = await testContext()
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }

let accountId: string
let records: Known[]

/**
 * 2,100 images: two full blocks and the beginning of a third; one record of the second is still
 * running.
 */
beforeEach(async () => {
  for (const table of ['generation', 'history_block', 'history_term'] as const)
    await database.deleteFrom(table).execute()
  await database.updateTable('account').set({ last_number: 0 }).execute()
  accountId = (await testAccount(context)).id
  const isOpen = (number: number) => number === 1500
  const begin = new Date('2026-01-01T00:00:00Z')
  records = inventRecords({
    accountId,
    count: 2100,
    kinds: ['image'],
    isOpen,
    random: seededRandom(1),
    begin,
  })
  await writeRecords(context, records)
  await sql`update account set last_number = 2100 where id = ${accountId}`.execute(database)
})

const sealed = async () => {
  const blocks = await database
    .selectFrom('history_block')
    .select('block')
    .where('is_sealed', '=', true)
    .execute()
  return blocks.map(({ block }) => block).toSorted()
}
const found = async (search: string) => {
  const { total } = await listHistory(context, {
    accountId,
    kind: 'image',
    page: 1,
    pageSize: 1,
    filters: { search },
  })
  return total
}

describe('a block', () => {
  it('is sealed once it is full and all its records have ended, and searches find the same', async () => {
    const before = await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))
    expect(before).not.toContain(0)
    expect(await sealBlocks(context)).toBe(1)
    expect(await sealed()).toEqual([0])
    expect(await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))).toEqual(before)

    await sql`update generation set status = 'failed', step = null, next_step_at = null where number = 1500`.execute(
      database,
    )
    expect(await sealBlocks(context)).toBe(1)
    expect(await sealed()).toEqual([0, 1])
    expect(await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))).toEqual(before)
    expect(await sealBlocks(context)).toBe(0)
  })

  it('is sealed by only one of two concurrent processes', async () => {
    await sql`update generation set status = 'failed', step = null, next_step_at = null where number = 1500`.execute(
      database,
    )
    const counts = await Promise.all([
      sealBlocks(context),
      sealBlocks(otherProcess),
      sealBlocks(context),
    ])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(await historyFaults()).toEqual([])
  })

  it('takes deletions and favourites while it is sealed', async () => {
    const changed = records
      .slice(0, 200)
      .map((record) => ({ ...record, isDeleted: record.number % 2 === 0, isFavorite: true }))
    const changing = (async () => {
      for (const record of changed) await writeChanges(otherProcess, [record])
    })()
    await sealBlocks(context)
    await changing
    expect(await sealed()).toEqual([0])
    expect(await historyFaults()).toEqual([])
  })
})

/** The faults except missing charges, as this test inserts records without any. */
async function historyFaults(of: Pick<ServiceContext, 'database'> = context) {
  const { faults } = await verifyLedger(of)
  return faults.filter(
    ({ fault }) => !['charge_differs', 'refund_differs', 'balance_differs'].includes(fault),
  )
}

describe('verifying', () => {
  const breakings: [fault: string, RawBuilder<unknown>][] = [
    [
      'history_records_differ',
      sql`update history_block set live = set_bit(live, 7, 1 - get_bit(live, 7)) where block = 0`,
    ],
    [
      'history_favorites_differ',
      sql`update history_block set favorites = ~favorites where block = 1`,
    ],
    ['history_credits_differ', sql`update history_block set credits = credits + 1 where block = 2`],
    ['history_block_missing', sql`delete from history_block where block = 1`],
    ['history_full_differs', sql`update history_block set is_full = not is_full where block = 0`],
    ['history_terms_differ', sql`update history_term set bits = ~bits where term = 'fox'`],
    ['history_terms_differ', sql`delete from history_term where term = '#model:flux-dev'`],
    ['history_terms_differ', sql`update history_term set term = 'foxhole' where term = 'foxglove'`],
    ['numbers_differ', sql`update account set last_number = last_number + 1`],
  ]
  it('finds no fault in a valid index, and reports each planted one', async () => {
    await sealBlocks(context)
    expect(await historyFaults()).toEqual([])
    for (const [fault, breaking] of breakings) {
      const faults = await faultsAfter(breaking)
      expect(new Set(faults.map((found) => found.fault))).toEqual(new Set([fault]))
      expect(faults).toContainEqual(expect.objectContaining({ account_id: accountId }))
    }
  })

  /** Returns the faults after a change, and undoes it. */
  async function faultsAfter(breaking: RawBuilder<unknown>): Promise<LedgerFault[]> {
    const broken = await database.startTransaction().execute()
    try {
      await breaking.execute(broken)
      return await historyFaults({ database: broken })
    } finally {
      await broken.rollback().execute()
    }
  }
})
