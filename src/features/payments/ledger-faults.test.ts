import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { withoutTriggers } from '#testing/database/sessions.ts'
import { findTakenBackFaults } from './faults-queries.ts'
import { withdrawCredits } from './settle-queries.ts'

const context = await testContext()
const { database } = context
const single = { accounts: 1, records: 1 }
const start = (accountId: string) => startImage(context, accountId)

it('finds a debt whose successor is in another slice', async () => {
  const [deleted, successor] = [await testAccount(context), await testAccount(context)]
  const settle = (taken: number) => [
    sql`update account set successor_id = ${successor.id} where id = ${deleted.id}`,
    sql`update account set owed = 10, credits = 0, last_entry = 2 where id = ${successor.id}`,
    sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
      values (${successor.id}, 2, 'repayment', -1000, 0)`,
    sql`insert into payment (id, account_id, pack, credits, amount, currency, status, taken_back)
      values (${uuid()}, ${deleted.id}, 'small', 5000, 500, 'usd', 'refunded', ${taken})`,
  ]
  for (const statement of settle(1_009)) await statement.execute(database)
  const { faults } = await verifyLedger(context, single)
  expect(faults).toMatchObject([{ fault: 'taken_back_differs', account_id: successor.id }])
  await sql`update payment set taken_back = 1010`.execute(database)
  expect((await verifyLedger(context, single)).faults).toEqual([])
})

describe('verifying the ledger', () => {
  /** The accounts with planted faults: these stay. */
  const planted = new Set<string>()

  /** Plants faults in this account and returns which ones are found; others must have none. */
  async function foundAfter(accountId: string, plant: RawBuilder<unknown>[]) {
    planted.add(accountId)
    await withoutTriggers(database, async (transaction) => {
      for (const statement of plant) await statement.execute(transaction)
    })
    const { faults } = await verifyLedger(context)
    expect(faults.filter(({ account_id: owner }) => !planted.has(owner))).toEqual([])
    return faults
      .filter(({ account_id: owner }) => owner === accountId)
      .map(({ fault }) => fault)
      .toSorted()
  }

  /**
   * An account that bought, spent, was refunded, lost a purchase that it had spent, and owes the
   * rest.
   */
  async function debtor() {
    const { id: accountId } = await testAccount(context, { credits: 100 })
    const failed = await start(accountId)
    await endGeneration(database, { ...lost, id: failed.id, accountId })
    await start(accountId)
    const paymentId = uuid()
    await sql`
      with bought as (update account set credits = credits + 50, last_entry = last_entry + 1
          where id = ${accountId} returning credits, last_entry),
        paid as (insert into payment (id, account_id, pack, credits, amount, currency, status)
          values (${paymentId}, ${accountId}, 'small', 50, 500, 'usd', 'paid'))
      insert into credit_entry (account_id, number, payment_id, reason, credits, balance_after)
      select ${accountId}, last_entry, ${paymentId}, 'purchase', 50, credits from bought`.execute(
      database,
    )
    for (let n = 0; n < 4; n++) await start(accountId)
    await database.transaction().execute(async (transaction) => {
      await withdrawCredits(transaction, { accountId, paymentId, credits: 50 })
      await sql`update payment set taken_back = 50, status = 'refunded' where id = ${paymentId}`.execute(
        transaction,
      )
    })
    return { accountId, paymentId, failedId: failed.id }
  }

  it('finds no fault after charges, refunds, purchases, reversals and a debt', async () => {
    const { accountId } = await debtor()
    const account = await database
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst()
    expect(account).toMatchObject({ credits: 0, owed: 50, spent: 150 })
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it.each<[string, string[], (ids: Awaited<ReturnType<typeof debtor>>) => RawBuilder<unknown>[]]>([
    [
      'a balance',
      ['balance_differs', 'owed_with_credits'],
      ({ accountId }) => [sql`update account set credits = credits + 1 where id = ${accountId}`],
    ],
    [
      'credits beside a debt',
      ['owed_with_credits'],
      ({ accountId }) => [
        sql`update account set credits = credits + 7, last_entry = last_entry + 1 where id = ${accountId}`,
        sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
          select id, last_entry, 'grant', 7, 7 from account where id = ${accountId}`,
      ],
    ],
    [
      'credits taken back without an entry',
      ['taken_back_differs'],
      ({ paymentId }) => [
        sql`update payment set taken_back = taken_back - 10 where id = ${paymentId}`,
      ],
    ],
    [
      'a debt forgiven without a trace',
      ['taken_back_differs'],
      ({ accountId }) => [sql`update account set owed = owed - 10 where id = ${accountId}`],
    ],
    [
      'more taken for a payment than it says',
      ['reversal_differs', 'taken_back_differs'],
      ({ accountId, paymentId }) => [
        sql`update account set last_entry = last_entry + 2 where id = ${accountId}`,
        sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
          select id, last_entry - 1, 'grant', 60, 60 from account where id = ${accountId}`,
        sql`insert into credit_entry (account_id, number, payment_id, reason, credits, balance_after)
          select id, last_entry, ${paymentId}, 'reversal', -60, 0 from account where id = ${accountId}`,
      ],
    ],
  ])('finds %s', async (_, faults, plant) => {
    const ids = await debtor()
    expect(await foundAfter(ids.accountId, plant(ids))).toEqual(faults)
  })
})

it('finds the debts of a slice without reading the payments of every account', async () => {
  const count = 4_000
  const id = (n: number) => `f0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
  await sql`
    with bought as (
      insert into account (id, email)
      select ('f0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@many.example'
      from generate_series(1, ${count}) as n
      returning id
    )
    insert into payment (id, account_id, pack, credits, amount, currency)
    select id, id, 'small', 10, 10, 'usd' from bought`.execute(database)
  await sql`analyze`.execute(database)
  await database.transaction().execute(async (transaction) => {
    await findTakenBackFaults(transaction, { after: id(1_000), upTo: id(1_100) })
    const { rows } = await sql<{
      read: number
    }>`select (seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = 'payment'`.execute(transaction)
    expect(rows[0]?.read).toBeLessThan(count / 10)
  })
})

const lost = {
  leaseToken: null,
  status: 'failed',
  refund: 30,
  failure: { code: 'cancelled', message: null },
} as const
