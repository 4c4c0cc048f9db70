import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { type Change, openChanges } from './changes.ts'

const database = await testDatabase()
const change = (): Change => ({ accountId: randomUUID(), generationId: randomUUID() })

async function listener() {
  const changes = await openChanges(await testConnection(), () => undefined)
  afterAll(() => changes.close())
  const heard: Change[] = []
  const counts = { due: 0, gap: 0 }
  changes.onChanges((some) => heard.push(...some))
  changes.onDue(() => counts.due++)
  changes.onGap(() => counts.gap++)
  return { changes, heard, counts }
}

it('delivers a process its own changes at once and those of others soon, each once', async () => {
  const [own, other] = [await listener(), await listener()]
  const many = Array.from({ length: 300 }, change)
  for (const one of many) own.changes.publish(one)
  own.changes.publishDue()
  expect(own.heard).toEqual(many)
  expect(own.counts.due).toBe(1)

  await expect.poll(() => other.heard.length).toBe(300)
  expect(other.heard).toEqual(many)
  other.changes.publish(change())
  await expect.poll(() => own.heard.length).toBe(301)
  expect(own.heard).toHaveLength(301)
})

it('notifies other processes of revocations, of one account and of all', async () => {
  const [own, other] = [await listener(), await listener()]
  const rights: (string | null)[][] = [[], []]
  own.changes.onRevocation((accountId) => rights[0]?.push(accountId))
  other.changes.onRevocation((accountId) => rights[1]?.push(accountId))
  const accountId = randomUUID()
  own.changes.publishRevocation(accountId)
  own.changes.publishRevocation(null)
  await expect
    .poll(() => rights)
    .toEqual([
      [accountId, null],
      [accountId, null],
    ])
})

it('reconnects a broken connection once, and reports a possible gap', async () => {
  const [one, two] = [await listener(), await listener()]
  const lines = async () => {
    const found = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query ~ '^(listen|select pg_notify|select clock_timestamp)'`.execute(
      database,
    )
    return found.rows.map(({ pid }) => pid)
  }
  const before = await lines()
  expect(before.length).toBeGreaterThanOrEqual(2)
  for (const pid of before)
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(database)

  await expect.poll(() => [one.counts.gap, two.counts.gap]).toEqual([1, 1])
  const known = change()
  one.changes.publish(known)
  await expect.poll(() => two.heard).toContainEqual(known)
  await expect.poll(async () => (await lines()).length).toBe(before.length)
})
