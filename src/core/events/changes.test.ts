import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientOptions } from '#platform/database/database.ts'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { type Change, type Changes, openChanges } from './changes.ts'

const database = await testDatabase()
const change = (): Change => ({ accountId: randomUUID(), generationId: randomUUID() })

async function listener() {
  const changes = await openChanges(await testConnection(), () => undefined)
  onTestFinished(() => changes.close())
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

describe('a process that is alone', () => {
  /** Processes with one clock, which moves only by `wait`, and all that is sent. */
  async function openTogether(count: number) {
    let time = 0
    const connection = await testConnection()
    const watcher = new pg.Client(clientOptions(connection))
    await watcher.connect()
    const sent: string[] = []
    watcher.on('notification', ({ payload = '' }) => sent.push(payload))
    await watcher.query('listen atelier')
    const open = () =>
      openChanges(connection, () => undefined, { elapsed: () => time, heartbeat: 5 })
    const processes = await Promise.all(Array.from({ length: count }, open))
    onTestFinished(async () => {
      await Promise.all([...processes.map((one) => one.close()), watcher.end()])
    })
    return {
      processes: processes as [Changes, ...Changes[]],
      sent,
      /** Moves the clock; nothing is heard. */
      skip(ms: number) {
        time += ms
      },
      /** Waits so long by their clock, and until each of `alive` has said that it is there. */
      async wait(ms: number, alive = count) {
        time += ms
        const said = () => new Set(sent.filter((text) => text.endsWith(' here'))).size
        for (let round = 0; round < 3; round++) {
          sent.length = 0
          await expect.poll(said).toBe(alive)
        }
      },
      /** Closes one, and waits until all that it sent before has been received. */
      async close(one: Changes | undefined) {
        await one?.close()
        const last = 'closed changed account/generation'
        const received = new Promise<void>((resolve) => processes[0]?.onChanges(() => resolve()))
        await watcher.query('select pg_notify($1, $2)', ['atelier', last])
        await received
        await expect.poll(() => sent).toContain(last)
      },
      async sentAfter(act: () => void) {
        sent.length = 0
        act()
        processes[0]?.publishRevocation(null)
        await expect.poll(() => sent.some((text) => text.endsWith('!*'))).toBe(true)
        return sent.filter((text) => !/ (here|changed !\*)$/.test(text)).length
      },
    }
  }

  it('sends nothing but revocations, once it has heard no other for long enough', async () => {
    const { processes, wait, sentAfter } = await openTogether(1)
    const publish = () => processes[0].publish(change())
    expect(await sentAfter(publish)).toBe(1)
    await wait(34_000)
    expect(await sentAfter(publish)).toBe(1)
    await wait(2_000)
    expect(await sentAfter(publish)).toBe(0)
    expect(await sentAfter(() => processes[0].publishDue())).toBe(0)
  })

  it('sends to another one as long as that is heard', async () => {
    const { processes, wait, close, sentAfter } = await openTogether(2)
    const publish = () => processes[0].publish(change())
    for (let round = 0; round < 3; round++) await wait(20_000)
    expect(await sentAfter(publish)).toBe(1)
    await close(processes[1])
    await wait(20_000, 1)
    expect(await sentAfter(publish)).toBe(1)
    await wait(20_000, 1)
    expect(await sentAfter(publish)).toBe(0)
  })

  it('sends again while its connection may be down, and after it was', async () => {
    const { processes, skip, wait, sent, sentAfter } = await openTogether(1)
    const publish = () => processes[0].publish(change())
    await wait(40_000)
    expect(await sentAfter(publish)).toBe(0)
    const publishUnheard = () => {
      skip(16_000)
      publish()
    }
    expect(await sentAfter(publishUnheard)).toBe(1)
    const gap = new Promise<void>((resolve) => processes[0].onGap(resolve))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ '^select pg_notify'`.execute(database)
    await gap
    sent.length = 0
    await expect.poll(() => sent.length).toBeGreaterThan(2)
    expect(await sentAfter(publish)).toBe(1)
  })
})
