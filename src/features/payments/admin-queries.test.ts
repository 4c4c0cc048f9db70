import { type Expression, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import { testDatabase } from '#testing/database/database.ts'
import { listStrayEvents, searchPayments } from './admin-queries.ts'

const database = await testDatabase()
const count = 20_000

/** So many that a scan or a sort of all of them cannot be the cheapest plan. */
beforeAll(async () => {
  await sql`insert into account (id, email, name)
    select lpad(to_hex(n), 32, '0')::uuid, 'a' || n || '@example.com', 'person ' || n from generate_series(1, ${count}::int) n`.execute(
    database,
  )
  await sql`insert into payment (id, account_id, pack, credits, amount, currency, checkout_id, intent_id)
    select id, id, 'start', 1, 1, 'usd', 'cs_' || id, 'pi_' || id from account`.execute(database)
  await sql`insert into payment_event (id, type, payment_id, outcome, created_at)
    select id, 'x', case when random() < 0.5 then id end, 'ignored', now() from payment`.execute(
    database,
  )
  await sql`analyze account, payment, payment_event`.execute(database)
})

async function planOf(query: Expression<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const limit = 25
const payments = { text: '', before: null, id: null, limit }
const deep = `00000000-0000-0000-0000-${(10).toString(16).padStart(12, '0')}`

// A coordinator shows plans in its own form.
describe.skipIf(isDistributed(database))('the plan', () => {
  it.each<[string, Expression<unknown>]>([
    ['the newest payments', searchPayments(database, payments)],
    ['older payments', searchPayments(database, { ...payments, before: deep })],
    ['events without a payment', listStrayEvents(database, limit)],
  ])('reads %s in the order of an index', async (_, query) => {
    const plan = await planOf(query)
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })

  it.each<[string, Expression<unknown>]>([
    ['payments by address', searchPayments(database, { ...payments, text: 'A7@example.com' })],
    ['payments by the provider’s id', searchPayments(database, { ...payments, text: 'pi_7' })],
  ])('finds %s without reading all', async (_, query) => {
    expect(await planOf(query)).not.toMatch(/Seq Scan|Backward/)
  })
})
