import { Refused } from '#core/refused.ts'

/**
 * Returns what runs a function for an account while at most `max` of that account run in this
 * process. Throws `Refused` `too_many_uploads` beyond that.
 */
export function limitUploadsAtOnce(max: number) {
  const running = new Map<string, number>()
  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const others = running.get(accountId) ?? 0
    if (others >= max) throw new Refused({ reason: 'too_many_uploads', max })
    running.set(accountId, others + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(accountId) ?? 1) - 1
      if (left > 0) running.set(accountId, left)
      else running.delete(accountId)
    }
  }
}
