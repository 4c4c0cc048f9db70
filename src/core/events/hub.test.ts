import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { openChanges } from './changes.ts'
import { createHub } from './hub.ts'

const database = await testDatabase()

/** A process with its connection to the others, and its hub. */
async function openProcess() {
  const changes = await openChanges(await testConnection(), () => undefined)
  onTestFinished(() => changes.close())
  return { changes, hub: createHub(changes) }
}

/** Subscribes to one account; `next` returns its next event. */
function listen({ hub }: Awaited<ReturnType<typeof openProcess>>, accountId: string) {
  const heard: (string[] | null)[] = []
  let wake: () => void = () => undefined
  onTestFinished(
    hub.subscribe(accountId, (ids) => {
      heard.push(ids)
      wake()
    }),
  )
  const next = async () => {
    while (heard.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return heard.shift()
  }
  return { heard, next }
}

describe('hubs of several processes', () => {
  it('pass on what another process published, to its account, once', async () => {
    const [here, there] = [await openProcess(), await openProcess()]
    const [mine, other] = [randomUUID(), randomUUID()]
    const [local, remote, stranger] = [
      listen(here, mine),
      listen(there, mine),
      listen(there, other),
    ]

    here.changes.publish({ accountId: mine, generationId: 'a' })
    expect([await local.next(), await remote.next()]).toEqual([['a'], ['a']])
    here.changes.publish({ accountId: mine, generationId: 'b' })
    here.changes.publish({ accountId: other, generationId: 'c' })
    expect([await local.next(), await remote.next(), await stranger.next()]).toEqual([
      ['b'],
      ['b'],
      ['c'],
    ])
    expect([local.heard, remote.heard, stranger.heard]).toEqual([[], [], []])
  })

  it('pass on more changes than fit into one message', async () => {
    const [here, there] = [await openProcess(), await openProcess()]
    const [mine, ids] = [randomUUID(), Array.from({ length: 300 }, () => randomUUID())]
    const remote = listen(there, mine)
    for (const generationId of ids) here.changes.publish({ accountId: mine, generationId })
    const heard: string[] = []
    while (heard.length < ids.length) heard.push(...((await remote.next()) ?? []))
    expect(heard).toEqual(ids)
  })

  it('report a possible gap when the connection broke, and continue', async () => {
    const [here, there] = [await openProcess(), await openProcess()]
    const mine = randomUUID()
    const [local, remote] = [listen(here, mine), listen(there, mine)]
    const before = there.hub.receivedUntil()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database)
    // Published while the connection is down, it is sent after the reconnect.
    here.changes.publish({ accountId: mine, generationId: 'a' })
    expect(there.hub.receivedUntil()).toBe(before)

    expect(await local.next()).toEqual(['a'])
    expect(await local.next()).toBeNull()
    // The order of the reconnects is open: both 'a' and the gap may be reported.
    while ((await remote.next()) !== null);
    here.changes.publish({ accountId: mine, generationId: 'b' })
    while (!(await remote.next())?.includes('b'));
    await expect.poll(there.hub.receivedUntil).toBeGreaterThan(before)
  })

  it('do not call an unsubscribed listener, even if it unsubscribes repeatedly', async () => {
    const { hub, changes } = await openProcess()
    const account = randomUUID()
    const heard: unknown[] = []
    const leave = hub.subscribe(account, (ids) => void heard.push(ids))
    const staying = hub.subscribe(account, (ids) => void heard.push(ids))
    leave()
    leave()
    changes.publish({ accountId: account, generationId: 'a' })
    expect(heard).toEqual([['a']])
    staying()
    changes.publish({ accountId: account, generationId: 'b' })
    expect(heard).toEqual([['a']])
  })
})
