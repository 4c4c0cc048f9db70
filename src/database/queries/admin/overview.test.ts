import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { readFigures } from './overview.ts'

const context = await testContext()
const { database } = context

it('counts the alerts of an hour and the payments of a day, up to a limit', async () => {
  const { id: accountId } = await testAccount(context)
  const hour = 3_600_000
  const pay = (age: number, status: string) =>
    sql`insert into payment (id, account_id, pack, credits, amount, currency, status)
      values (${uuid({ msecs: Date.now() - age })}, ${accountId}, 'start', 1, 1, 'usd', ${status})`.execute(
      database,
    )
  const alert = (age: string, count: number) =>
    sql`insert into alert (account_id, reason, note, created_at)
      select gen_random_uuid(), 'x', 'x', now() - ${age}::interval from generate_series(1, ${count}::int)`.execute(
      database,
    )
  await pay(25 * hour, 'paid')
  await pay(23 * hour, 'paid')
  await pay(0, 'paid')
  await pay(hour, 'failed')
  await alert('2 hours', 5)
  await alert('50 minutes', 3)
  const figures = await readFigures(database)
  expect(figures.alerts).toBe(3)
  expect(figures.payments.toSorted((a, b) => a.count - b.count)).toEqual([
    { status: 'failed', count: 1 },
    { status: 'paid', count: 2 },
  ])
  await alert('1 minute', 1_200)
  expect((await readFigures(database)).alerts).toBe(1_000)
})
