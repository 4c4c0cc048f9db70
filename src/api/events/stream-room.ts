import { HttpRefused } from '../middleware/errors.ts'

/** How many streams an account may hold open at a time, in each process: people have tabs, programs have jobs. */
export const maxStreams = 1_000

/** When to try again, in seconds. */
const pause = '5'

const open = new Map<string, number>()

/**
 * Makes room for one more stream of the account; answers what gives it back. Requests are counted by the minute, but
 * streams stay: without a limit one account could fill the memory. Throws 429 `too_many_requests`.
 */
export function enterStream(accountId: string): () => void {
  const others = open.get(accountId) ?? 0
  if (others >= maxStreams) throw new HttpRefused('too_many_requests', pause)
  open.set(accountId, others + 1)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    const left = (open.get(accountId) ?? 1) - 1
    if (left > 0) open.set(accountId, left)
    else open.delete(accountId)
  }
}
