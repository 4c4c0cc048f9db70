import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { othersCpuTime } from '../measure/cpu-time.ts'

const sampleMs = 2_000

/** Returns a function that tells which share of the machine other programs have used since. */
export function watchOthers(): () => number {
  const [before, begun] = [othersCpuTime() ?? 0, performance.now()]
  return () =>
    ((othersCpuTime() ?? 0) - before) / (performance.now() - begun) / availableParallelism()
}

/**
 * Returns a function that waits until other programs use no more than this share of the machine;
 * all its calls together wait no longer than `maxWaitMs`.
 */
export function createWait(maxOthers: number, maxWaitMs: number): () => Promise<void> {
  let left = maxWaitMs
  return async () => {
    for (; left > 0; left -= sampleMs) {
      const shareOfOthers = watchOthers()
      await delay(sampleMs)
      if (shareOfOthers() <= maxOthers) return
    }
  }
}
