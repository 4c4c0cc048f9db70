import { HttpRefused } from '../errors.ts'

/**
 * How many streams an account may hold open at a time, in each process: a browser has one for all
 * its tabs, a program one for each job it follows. Who has as many keeps them, and one more is
 * refused: closing the oldest instead would make clients that come back by themselves push each
 * other out without end.
 */
export const maxStreams = { events: 50, jobs: 50 }

/** How many all accounts together may hold open in a process: each takes some memory. */
const maxInAll = 20_000

/** When to try again, in seconds. */
const pause = '30'

export type StreamKind = keyof typeof maxStreams

const open: Record<StreamKind, Map<string, number>> = { events: new Map(), jobs: new Map() }
let inAll = 0

/** How many streams this process holds open. */
export function countStreams(): number {
  return inAll
}

/**
 * Makes room for one more stream of the account; answers what gives it back. Requests are counted
 * by the minute, but streams stay: without a limit one account could fill the memory. Throws 429
 * `too_many_requests`, or 503 `unavailable` when the process is full.
 */
export function acquireStream(accountId: string, kind: StreamKind): () => void {
  const counts = open[kind]
  const others = counts.get(accountId) ?? 0
  if (others >= maxStreams[kind]) throw new HttpRefused('too_many_requests', pause)
  if (inAll >= maxInAll) throw new HttpRefused('unavailable')
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
