import type { KyselyPlugin } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import { setVisibility } from '#core/generations/read-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import type { AllParts } from '#core/parts.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { fluxSchnell } from '#testing/models.ts'
import { createAccountFeeds, maxChanges, type Subscriber } from './account-feed.ts'
import { openChanges } from './changes.ts'
import { createHub } from './hub.ts'

const queries: string[] = []
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queries.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
}

const context: AllParts = await testContext({
  database: (await testDatabase()).withPlugin(counting),
  rates: { account: { burst: 1e6, perMinute: 1e6 }, key: { burst: 1e6, perMinute: 1e6 } },
})

async function openFeeds() {
  const changes = await openChanges(await testConnection(), () => undefined)
  onTestFinished(() => changes.close())
  const feeds = createAccountFeeds({ context, hub: createHub(changes) })
  return { feeds, changes, own: { ...context, changes } }
}

/** A subscriber that stores what it receives. */
function createReader(since: number | null = null, language: 'en' | 'zh' = 'en') {
  const chunks: Uint8Array[] = []
  let wake: () => void = () => undefined
  const text = () => Buffer.concat(chunks).toString()
  const subscriber: Subscriber = {
    since,
    reader: { email: 'a@example.com', language, origin: 'http://localhost' },
    write: (bytes) => {
      chunks.push(bytes)
      wake()
    },
  }
  const until = async (isEnough: (text: string) => boolean) => {
    while (!isEnough(text())) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { subscriber, chunks, text, until }
}

async function makeGenerations(accountId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const request = {
      accountId,
      model: fluxSchnell,
      input: { prompt: 'a fox' },
      requestId: `${n}`,
      isPublic: true,
    }
    ids.push((await startGeneration(context, request)).id)
  }
  return ids
}

const idsIn = (text: string) =>
  [...text.matchAll(/^event: generation\ndata: \{"id":"([^"]*)"/gm)].map(([, id]) => id)

describe('the feed of an account', () => {
  it('reads a change once and writes the same bytes to every stream', async () => {
    const { feeds, own } = await openFeeds()
    const { id: accountId } = await testAccount(context)
    const [id = ''] = await makeGenerations(accountId, 1)
    const readsFor = async (streams: number) => {
      const readers = Array.from({ length: streams }, () => createReader())
      const leave = readers.map(({ subscriber }) => feeds.subscribe(accountId, subscriber))
      queries.length = 0
      await setVisibility(own, { accountId, id, isPublic: false })
      await Promise.all(
        readers.map(({ until }) => until((text) => text.includes('event: account'))),
      )
      for (const end of leave) end()
      expect(readers.map(({ chunks }) => chunks.length)).toEqual(readers.map(() => 1))
      expect(new Set(readers.map(({ chunks }) => chunks[0])).size).toBe(1)
      expect(idsIn(readers[0]?.text() ?? '')).toEqual([id])
      return queries.length
    }
    expect(await readsFor(40)).toBe(await readsFor(1))
  })

  it('writes to each stream in its own language', async () => {
    const { feeds, own } = await openFeeds()
    const { id: accountId } = await testAccount(context)
    const [id = ''] = await makeGenerations(accountId, 1)
    await endGeneration(context.database, {
      ...{ id, accountId, leaseToken: null, status: 'failed', refund: 0 },
      failure: { code: 'unknown_outcome', message: null },
    })
    const readers = (['en', 'zh'] as const).map((language) => createReader(null, language))
    for (const { subscriber } of readers) onTestFinished(feeds.subscribe(accountId, subscriber))
    await setVisibility(own, { accountId, id, isPublic: false })
    await Promise.all(readers.map(({ until }) => until((text) => text.includes('event: account'))))
    const [english, chinese] = readers.map(
      ({ text }) => /"error_message":"([^"]*)"/.exec(text())?.[1],
    )
    expect(english).toMatch(/[a-z]/)
    expect(chinese).toMatch(/\p{Script=Han}/u)
  })

  it('answers streams that reconnect together with one read', async () => {
    const { feeds } = await openFeeds()
    const { id: accountId } = await testAccount(context)
    const ids = await makeGenerations(accountId, 3)
    const readsFor = async (streams: number) => {
      const readers = Array.from({ length: streams }, () => createReader(0))
      queries.length = 0
      const leave = readers.map(({ subscriber }) => feeds.subscribe(accountId, subscriber))
      await Promise.all(
        readers.map(({ until }) => until((text) => text.includes('event: account'))),
      )
      for (const end of leave) end()
      for (const { text } of readers) expect(idsIn(text()).toSorted()).toEqual(ids.toSorted())
      return queries.length
    }
    // The first one is answered at once, so the rest may need a second read.
    expect(await readsFor(40)).toBeLessThanOrEqual(2 * (await readsFor(1)))
  })

  it('sends `refetch` instead of too many changes', async () => {
    const { feeds, own } = await openFeeds()
    const { id: accountId } = await testAccount(context, { credits: 1_000_000 })
    const ids = await makeGenerations(accountId, maxChanges + 1)
    const returning = createReader(0)
    onTestFinished(feeds.subscribe(accountId, returning.subscriber))
    await returning.until((text) => text.includes('event: account'))
    expect(idsIn(returning.text())).toEqual([])
    expect(returning.text()).toContain('event: refetch')

    // Afterwards it receives each change again.
    await setVisibility(own, { accountId, id: ids[0] ?? '', isPublic: false })
    await returning.until((text) => idsIn(text).length > 0)
    expect(idsIn(returning.text())).toEqual([ids[0]])
  })

  it('starts no read for a stream that was closed before its answer', async () => {
    const { feeds } = await openFeeds()
    const { id: accountId } = await testAccount(context)
    const [gone, staying] = [createReader(0), createReader(0)]
    feeds.subscribe(accountId, gone.subscriber)()
    onTestFinished(feeds.subscribe(accountId, staying.subscriber))
    await staying.until((text) => text.includes('event: account'))
    expect(gone.chunks).toEqual([])
  })
})
