import { HttpError } from '#core/http/errors.ts'

/**
 * How many streams an account may have open at a time, in each process: a browser has one for all
 * its tabs, a program one for each job it follows. One more is rejected: closing the oldest instead
 * would make clients that reconnect automatically displace each other without end.
 */
export const maxStreams = { events: 50, jobs: 50, tools: 20 }

/** The maximum of all accounts together in a process: each takes some memory. */
const maxInAll = 20_000

/** `Retry-After`, in seconds. */
const pause = '30'

export type StreamKind = keyof typeof maxStreams

const open: Record<StreamKind, Map<string, number>> = {
  events: new Map(),
  jobs: new Map(),
  tools: new Map(),
}
let inAll = 0

/** How many streams are open in this process. */
export function countStreams(): number {
  return inAll
}

/**
 * Reserves a slot for one more stream of the account; returns the function that releases it.
 * Requests are limited by the minute, but streams stay: without a limit one account could fill the
 * memory. Throws 429 `too_many_requests`, or 503 `unavailable` when the process is full.
 */
export function acquireStream(accountId: string, kind: StreamKind): () => void {
  const counts = open[kind]
  const others = counts.get(accountId) ?? 0
  if (others >= maxStreams[kind]) throw new HttpError('too_many_requests', pause)
  if (inAll >= maxInAll) throw new HttpError('unavailable')
  counts.set(accountId, others + 1)
  inAll++
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    inAll--
    const left = (counts.get(accountId) ?? 1) - 1
    if (left > 0) counts.set(accountId, left)
    else counts.delete(accountId)
  }
}
