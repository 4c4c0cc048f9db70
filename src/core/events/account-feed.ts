import { setTimeout as delay } from 'node:timers/promises'
import { readAccount } from '#core/accounts/change-account.ts'
import { presentAccount } from '#core/accounts/routes/present-account.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { type GenerationWithMedia, readGenerations } from '#core/generations/read-generation.ts'
import { reportShown } from '#core/generations/report-shown.ts'
import { presentGeneration, type Reader } from '#core/generations/routes/present-generation.ts'
import { listChanges } from '#core/history/list-changes.ts'
import type { AllParts } from '#core/parts.ts'
import { heartbeatMs, type LiveEvents } from './contract.ts'
import { encodeEvent, encodeText } from './event-stream.ts'
import type { Hub } from './hub.ts'

/**
 * An open stream. `since`: it has everything until then (ms since 1970); `null`: it begins now.
 */
export type Subscriber = { reader: Reader; since: number | null; write(bytes: Uint8Array): void }

/** The event feeds of all accounts. One per process. */
export type AccountFeeds = {
  /** Returns the function that ends the subscription. */
  subscribe(accountId: string, subscriber: Subscriber): () => void
}

/**
 * More changed generations than this are not sent one by one: `refetch` is, and the client reloads
 * what it shows.
 */
export const maxChanges = 200
/** The same limit for resumed streams, in bytes. */
const maxResumeBytes = 512 * 1024
/**
 * Changes within this time after others are sent together, in ms. The first one is sent at once.
 */
const gatherMs = 15
/**
 * A long read is followed by a pause this many times as long: one account uses a small share of a
 * process.
 */
const restFactor = 4
/**
 * Streams that resume within this time after others of their account share one read of the changes,
 * in ms.
 */
const resumeEveryMs = 1_000
const plainHeartbeat = encodeText('event: heartbeat\ndata: {}\n\n')
/** How many accounts are read at once: other requests need database connections, too. */
const maxReads = 4

type Options = { context: AllParts; hub: Hub }

/**
 * Reads each change once per account and process, however many streams it has open, and writes the
 * same bytes to all of them.
 */
export function createAccountFeeds({ context, hub }: Options): AccountFeeds {
  const feeds = new Map<string, Feed>()
  const limitReads = createLimiter(maxReads)

  return {
    subscribe: (accountId, subscriber) => {
      const feed = feeds.get(accountId) ?? createFeed(accountId, { context, hub, limitReads })
      feeds.set(accountId, feed)
      const leave = feed.add(subscriber)
      return () => {
        if (leave() > 0 || feeds.get(accountId) !== feed) return
        feed.close()
        feeds.delete(accountId)
      }
    },
  }
}

type Feed = {
  /** Returns the function that removes the subscriber and returns how many are left. */
  add(subscriber: Subscriber): () => number
  close(): void
}

function createFeed(
  accountId: string,
  { context, hub, limitReads }: Options & { limitReads: ReturnType<typeof createLimiter> },
): Feed {
  /** Subscribers that have everything until `sentUntil`. */
  const current = new Set<Subscriber>()
  /** Subscribers that wait for missed changes. */
  const resuming = new Map<Subscriber, number>()
  /** `null`: some changes may have been missed. */
  let changed: Set<string> | null = new Set()
  let sentUntil = hub.receivedUntil()
  let resumeAt = 0
  let isRunning = false
  let isClosed = false

  const isPending = () => changed === null || changed.size > 0
  const heartbeat = setInterval(() => {
    // Streams that still wait for changes are not complete until any time, so no id is sent.
    for (const { write } of [...resuming.keys(), ...(isRunning ? current : [])])
      write(plainHeartbeat)
    if (isRunning) return
    sentUntil = Math.max(sentUntil, hub.receivedUntil())
    const bytes = encodeText(`event: heartbeat\nid: ${sentUntil}\ndata: {}\n\n`)
    for (const { write } of [...current]) write(bytes)
  }, heartbeatMs).unref()

  const unsubscribe = hub.subscribe(accountId, (ids) => {
    if (ids === null) changed = null
    else if (changed) for (const id of ids) changed.add(id)
    if (changed && changed.size > maxChanges) changed = null
    void run()
  })

  async function run() {
    if (isRunning) return
    isRunning = true
    while (!isClosed && (isPending() || resuming.size > 0)) {
      await delay(await limitReads(sendNews), undefined, { ref: false })
    }
    isRunning = false
  }

  /**
   * Returns after how many ms it may be called again. Never throws: unsent changes are retried.
   */
  async function sendNews(): Promise<number> {
    const began = performance.now()
    const receivedUntil = Math.max(sentUntil, hub.receivedUntil())
    const ids = changed
    const returning = began >= resumeAt ? new Map(resuming) : new Map<Subscriber, number>()
    if (!isPending() && returning.size === 0) return gatherMs
    changed = new Set()
    const since = Math.min(...returning.values(), ...(ids === null ? [sentUntil] : []))
    try {
      const [account, models, news, missed] = await Promise.all([
        readAccount(context, accountId),
        readAllowedModels(context, accountId),
        ids === null || ids.size === 0 ? [] : readGenerations(context, accountId, [...ids]),
        Number.isFinite(since) ? listChanges(context, accountId, { since, max: maxChanges }) : [],
      ])
      reportShown(
        context,
        accountId,
        [...news, ...(missed ?? [])].map(({ row }) => row),
      )
      if (returning.size > 0) resumeAt = performance.now() + resumeEveryMs
      const encoded = encodeOnce({ context, account, models, news, missed, id: receivedUntil })
      for (const subscriber of [...current])
        subscriber.write(encoded(subscriber.reader, ids === null))
      for (const subscriber of returning.keys()) {
        if (!resuming.delete(subscriber)) continue
        current.add(subscriber)
        subscriber.write(encoded(subscriber.reader, true))
      }
      sentUntil = receivedUntil
    } catch (error) {
      changed = null
      context.log.warn({ err: error, accountId }, 'changes could not be read for event streams')
      return 1_000 + Math.random() * 1_000
    }
    return Math.max(gatherMs, restFactor * (performance.now() - began))
  }

  return {
    add: (subscriber) => {
      if (subscriber.since === null) current.add(subscriber)
      else resuming.set(subscriber, Math.min(subscriber.since, hub.receivedUntil()))
      if (resuming.size > 0) void run()
      return () => {
        current.delete(subscriber)
        resuming.delete(subscriber)
        return current.size + resuming.size
      }
    },
    close: () => {
      isClosed = true
      clearInterval(heartbeat)
      unsubscribe()
    },
  }
}

type News = {
  context: AllParts
  account: Awaited<ReturnType<typeof readAccount>>
  /** Those that the account's groups allow. */
  models: Awaited<ReturnType<typeof readAllowedModels>>
  /** The new changes. */
  news: GenerationWithMedia[]
  /** Earlier changes; `null`: too many of them. */
  missed: GenerationWithMedia[] | null
  /** The stream is complete until this time. */
  id: number
}

/** Encodes the events once per language and origin, with and without the missed ones. */
function encodeOnce({ context, account, models, news, missed, id }: News) {
  const known = new Map<string, Uint8Array>()

  const encodeGeneration = (found: GenerationWithMedia, reader: Reader) =>
    found.row.deleted_at
      ? encodeNamed('generation-deleted', { id: found.row.id })
      : encodeNamed('generation', presentGeneration(found, reader))

  const encodeMissed = (reader: Reader) => {
    const newest = new Map([...(missed ?? []), ...news].map((found) => [found.row.id, found]))
    const text =
      missed && [...newest.values()].map((found) => encodeGeneration(found, reader)).join('')
    return text === null || text.length > maxResumeBytes ? encodeNamed('refetch', {}) : text
  }

  return (reader: Reader, hasMissed: boolean): Uint8Array => {
    const key = `${reader.language} ${reader.origin} ${hasMissed}`
    const before = known.get(key)
    if (before) return before
    const text = hasMissed
      ? encodeMissed(reader)
      : news.map((found) => encodeGeneration(found, reader)).join('')
    // The id comes last: a break within these events repeats them.
    const end = account
      ? encodeNamed('account', presentAccount({ account, models }, context), id)
      : `id: ${id}\n\n`
    const bytes = encodeText(text + end)
    known.set(key, bytes)
    return bytes
  }
}

function encodeNamed<Name extends keyof LiveEvents>(
  event: Name,
  data: LiveEvents[Name],
  id?: number,
): string {
  return encodeEvent(event, data, id)
}

/** Returns a function that runs at most `max` of its tasks at once, in order. */
function createLimiter(max: number) {
  let free = max
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
