import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LedgerFault } from '#core/credits/queries/ledger-faults.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import type { Parts } from '#core/parts.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import {
  endRecord,
  inventRecords,
  type Known,
  seededRandom,
  writeChanges,
  writeRecords,
} from '#testing/services/history-world.ts'
import { listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'

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
async function fillHistory() {
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
}

const index = async (of: Parts<'database'> = context) =>
  (await indexHistories(of, accountId)).sealed

const sealed = async () => {
  const blocks = await database
    .selectFrom('history_block')
    .select('block')
    .where('account_id', '=', accountId)
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
  beforeEach(fillHistory)

  it('is sealed once it is full and all its records have ended, and searches find the same', async () => {
    const before = await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))
    expect(before).not.toContain(0)
    expect(await index()).toBe(1)
    expect(await sealed()).toEqual([0])
    expect(await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))).toEqual(before)

    await endRecord(context, { accountId, number: 1500 })
    expect(await index()).toBe(1)
    expect(await sealed()).toEqual([0, 1])
    expect(await Promise.all(['fox', 'teap', '狐', 'sn'].map(found))).toEqual(before)
    expect(await index()).toBe(0)
  })

  it('is sealed by only one of two concurrent processes', async () => {
    await endRecord(context, { accountId, number: 1500 })
    const counts = await Promise.all([index(), index(otherProcess), index()])
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
    // A block with a record being changed is left for later.
    await index()
    await changing
    await index()
    expect(await sealed()).toEqual([0])
    expect(await historyFaults()).toEqual([])
  })
})

/** The faults except missing charges, as this test inserts records without any. */
async function historyFaults() {
  const { faults } = await verifyLedger(context)
  return faults.filter(
    ({ fault }) => !['charge_differs', 'refund_differs', 'balance_differs'].includes(fault),
  )
}

describe('verifying', () => {
  beforeAll(async () => {
    await fillHistory()
    await index()
    await sql`create table valid_block as select * from history_block`.execute(database)
    await sql`create table valid_term as select * from history_term`.execute(database)
  })

  const breakings: { fault: string; breaking: RawBuilder<unknown>; others?: string[] }[] = [
    {
      fault: 'history_records_differ',
      breaking: sql`update history_block set live = set_bit(live, 7, 1 - get_bit(live, 7)) where block = 0`,
    },
    {
      fault: 'history_favorites_differ',
      breaking: sql`update history_block set favorites = ~favorites where block = 1`,
    },
    {
      fault: 'history_credits_differ',
      breaking: sql`update history_block set credits = credits + 1 where block = 1`,
    },
    {
      fault: 'history_times_differ',
      breaking: sql`update history_block set last_at = last_at + interval '1 s' where block = 1`,
    },
    {
      fault: 'history_block_missing',
      breaking: sql`delete from history_block where block = 0`,
    },
    {
      fault: 'history_block_unfinished',
      breaking: sql`update account set last_number = 1500`,
      others: ['numbers_differ'],
    },
    {
      fault: 'history_terms_differ',
      breaking: sql`update history_term set bits = ~bits where term = 'fox'`,
    },
    {
      fault: 'history_terms_differ',
      breaking: sql`delete from history_term where term = '#model:flux-dev'`,
    },
    {
      fault: 'history_terms_differ',
      breaking: sql`update history_term set term = 'foxhole' where term = 'foxglove'`,
    },
    {
      fault: 'numbers_differ',
      breaking: sql`update account set last_number = last_number + 1`,
    },
  ]
  it('finds no fault in a valid index', async () => {
    expect(await historyFaults()).toEqual([])
  })

  it.each(breakings)('reports $fault', async ({ fault, breaking, others = [] }) => {
    const faults = await faultsAfter(breaking)
    expect(new Set(faults.map((found) => found.fault))).toEqual(new Set([fault, ...others]))
    expect(faults).toContainEqual(expect.objectContaining({ account_id: accountId }))
  })

  /**
   * Returns the faults after a change, and undoes it. It is committed, because in a cluster the
   * verification reads the shards over connections of its own.
   */
  async function faultsAfter(breaking: RawBuilder<unknown>): Promise<LedgerFault[]> {
    await breaking.execute(onShardOf(database, accountId))
    const faults = await historyFaults()
    await sql`update account set last_number = ${records.length}`.execute(database)
    for (const name of ['block', 'term']) {
      const [index, valid] = [sql.table(`history_${name}`), sql.table(`valid_${name}`)]
      await sql`delete from ${index}`.execute(database)
      await sql`insert into ${index} select * from ${valid}`.execute(database)
    }
    return faults
  }
})
