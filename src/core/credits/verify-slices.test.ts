import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { withoutTriggers } from '#testing/database/sessions.ts'
import { accountSlices } from './queries/account-slices.ts'
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

it('finds no fault while accounts are charged', async () => {
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
})
