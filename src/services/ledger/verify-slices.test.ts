import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { accountSlices } from '#database/queries/ledger/account-slices.ts'
import { findDebtFaults } from '#database/queries/ledger/ledger-faults.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { withoutTriggers } from '#testing/database/sessions.ts'
import { verifyLedger } from './verify-ledger.ts'

const context = await testContext()
const { database } = context
const single = { accounts: 1, records: 1 }
const several = { accounts: 4, records: 1_000_000 }

async function slicesOf(limits: { accounts: number; records: number }) {
  const slices = []
  for await (const slice of accountSlices(database, limits)) slices.push(slice)
  return slices
}

const start = (accountId: string) => startImage(context, accountId)

it('divides all ids into slices without a gap, the largest account alone', async () => {
  const ids = []
  for (let n = 0; n < 5; n++) ids.push((await testAccount(context)).id)
  const small = await slicesOf({ accounts: 2, records: 1_000 })
  expect(small.map(({ accounts }) => accounts)).toEqual([2, 2, 1])
  expect(small.map(({ upTo }) => upTo).slice(0, 2)).toEqual([ids[1], ids[3]])
  expect(small.slice(1).map(({ after }) => after)).toEqual([ids[1], ids[3]])
  expect(small[0]?.after).toMatch(/^0{8}/)
  expect(small.at(-1)?.upTo).toMatch(/^f{8}/)

  await start(ids[2] ?? '')
  const byRecords = await slicesOf({ accounts: 100, records: 3 })
  expect(byRecords.map(({ upTo }) => upTo).slice(0, -1)).toEqual([ids[2]])
  expect((await verifyLedger(context, single)).accounts).toBe(5)
})

it('finds faults in the first, the last and every other slice, and of unknown accounts', async () => {
  const ids = []
  for (let n = 0; n < 7; n++) ids.push((await testAccount(context)).id)
  const stranger = uuid()
  await sql`insert into provider_request (request_id, provider, account_id, generation_id)
    values ('lost job', 'fal', ${ids[0]}, ${uuid()})`.execute(database)
  await sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
    values (${stranger}, 1, 'grant', 5, 5)`.execute(database)
  await sql`insert into account_name (name, account_id) values ('email nobody', ${stranger})`.execute(
    database,
  )
  await sql`update account set credits = credits + 1 where id = any(${ids}::uuid[])`.execute(
    database,
  )
  for (const limits of [single, { accounts: 3, records: 100 }, { accounts: 100, records: 100 }]) {
    const { faults } = await verifyLedger(context, limits)
    const ofFault = (wanted: string) =>
      faults.filter(({ fault }) => fault === wanted).map(({ account_id: id }) => id)
    expect(ofFault('balance_differs').toSorted()).toEqual(ids)
    expect(ofFault('account_missing')).toEqual([stranger])
    expect(ofFault('account_name_differs')).toEqual([stranger])
    expect(ofFault('provider_request_without_generation')).toEqual([ids[0]])
    expect(faults).toHaveLength(10)
  }
  await sql`update account set credits = credits - 1 where id = any(${ids}::uuid[])`.execute(
    database,
  )
  await sql`delete from provider_request`.execute(database)
  await sql`delete from account_name where account_id = ${stranger}`.execute(database)
  await withoutTriggers(database, (transaction) =>
    sql`delete from credit_entry where account_id = ${stranger}`.execute(transaction),
  )
})

it('finds no fault while accounts are charged, and a debt with its successor in another slice', async () => {
  const busy = await Promise.all([1, 2, 3].map(() => testAccount(context, { credits: 1_000_000 })))
  let isRunning = true
  const charging = Promise.all(
    busy.map(async ({ id }) => {
      let count = 0
      for (; isRunning; count++) await start(id)
      return count
    }),
  )
  for (let round = 0; round < 3; round++)
    expect((await verifyLedger(context, several)).faults).toEqual([])
  isRunning = false
  for (const count of await charging) expect(count).toBeGreaterThan(0)

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
    await findDebtFaults(transaction, { after: id(1_000), upTo: id(1_100) })
    const { rows } = await sql<{
      read: number
    }>`select (seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = 'payment'`.execute(transaction)
    expect(rows[0]?.read).toBeLessThan(count / 10)
  })
})
