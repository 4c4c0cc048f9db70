import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import { runAlone } from './run-alone.ts'

const context = await testContext()
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }
const never = () => Promise.reject(new Error('never'))

/** Starts a job under this name that runs until it is ended. */
async function startRunning(name: string, options: { lease?: number } = {}) {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return gate.promise
  }
  const running = runAlone(context, name, work, options)
  await begun.promise
  return {
    end: () => {
      gate.resolve()
      return running
    },
  }
}

it('runs in one process at a time, and again after a failure', async () => {
  const first = await startRunning('test')
  expect(await runAlone(otherProcess, 'test', never)).toBe(false)
  expect(await runAlone(otherProcess, 'test', never, { isForced: true })).toBe(false)
  expect(await runAlone(context, 'other', async () => undefined)).toBe(true)
  expect(await first.end()).toBe(true)
  const broken = runAlone(context, 'test', () => Promise.reject(new Error('broke')))
  await expect(broken).rejects.toThrow('broke')
  expect(await runAlone(otherProcess, 'test', async () => undefined)).toBe(true)
})

it('runs once in an interval, in whichever process is first', async () => {
  const counted: string[] = []
  const run = (of: typeof context, who: string, isForced = false) =>
    runAlone(of, 'counted', async () => void counted.push(who), { pause: 60_000, isForced })
  const both = await Promise.all([run(context, 'one'), run(otherProcess, 'other')])
  expect(both.toSorted()).toEqual([false, true])
  expect(counted).toHaveLength(1)
  expect(await run(context, 'forced', true)).toBe(true)
  await sql`update scheduled_job set next_run_at = now() where name = 'counted'`.execute(database)
  expect(await run(otherProcess, 'later')).toBe(true)
  expect(counted.slice(1)).toEqual(['forced', 'later'])
})

it('is taken over from a process that died, but not while its lease is extended', async () => {
  const leaseEnd = async () =>
    (
      await database
        .selectFrom('scheduled_job')
        .select('lease_until')
        .where('name', '=', 'long')
        .executeTakeFirstOrThrow()
    ).lease_until.getTime()
  const long = await startRunning('long', { lease: 3_000 })
  const start = await leaseEnd()
  await expect.poll(leaseEnd, { timeout: 10_000 }).toBeGreaterThan(start)
  expect(await runAlone(otherProcess, 'long', never)).toBe(false)

  await sql`update scheduled_job set lease_until = now() - interval '1 s' where name = 'long'`.execute(
    database,
  )
  expect(await runAlone(otherProcess, 'long', async () => undefined, { pause: 60_000 })).toBe(true)
  await long.end()
  // The one that was thought dead does not change what its successor recorded.
  expect(await runAlone(context, 'long', never)).toBe(false)
})
