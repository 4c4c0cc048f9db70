import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { countNewPayments } from './admin-queries.ts'

const context = await testContext()
const { database } = context

it('counts the payments of a day', async () => {
  const { id: accountId } = await testAccount(context)
  const hour = 3_600_000
  const pay = (age: number, status: string) =>
    sql`insert into payment (id, account_id, pack, credits, amount, currency, status)
      values (${uuid({ msecs: Date.now() - age })}, ${accountId}, 'start', 1, 1, 'usd', ${status})`.execute(
      database,
    )
  await pay(25 * hour, 'paid')
  await pay(23 * hour, 'paid')
  await pay(0, 'paid')
  await pay(hour, 'failed')
  const counted = await countNewPayments(database)
  expect(counted.toSorted((a, b) => a.count - b.count)).toEqual([
    { status: 'failed', count: 1 },
    { status: 'paid', count: 2 },
  ])
})
