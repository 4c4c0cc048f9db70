import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testContext } from '#testing/context.ts'
import { readFigures } from './overview-queries.ts'

const context = await testContext()
const { database } = context

it('counts the alerts of an hour, up to a limit', async () => {
  const alert = (age: string, count: number) =>
    sql`insert into alert (account_id, reason, note, created_at)
      select gen_random_uuid(), 'x', 'x', now() - ${age}::interval from generate_series(1, ${count}::int)`.execute(
      database,
    )
  await alert('2 hours', 5)
  await alert('50 minutes', 3)
  const figures = await readFigures(database)
  expect(figures.alerts).toBe(3)
  await alert('1 minute', 1_200)
  expect((await readFigures(database)).alerts).toBe(1_000)
})
