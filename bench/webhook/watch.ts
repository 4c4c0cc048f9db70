type Job = { finishedAt: number | null; seenAt: { stream?: number; polling?: number } }

/** How long it took until somebody knew that a job had ended, in ms. */
export type Latencies = { stream: number[]; polling: number[] }

export type Watch = {
  /** The provider has finished the job of this name; the clock runs. */
  finished(name: string): void
  /**
   * A generation's state as somebody got to see it, at `at` ms of `performance.now()`. Throws when
   * it failed.
   */
  seen(generation: unknown, by: 'stream' | 'polling', at: number): void
  isSeen(name: string, by: 'stream' | 'polling'): boolean
  /** How many jobs arrived in a stream. */
  arrived(): number
  /** What was measured since the last call. */
  take(): Latencies
}

/** Notes when jobs end and when that is seen. A job's name is its idempotency key. */
export function createWatch(): Watch {
  const jobs = new Map<string, Job>()
  const job = (name: string) => {
    const known = jobs.get(name) ?? { finishedAt: null, seenAt: {} }
    jobs.set(name, known)
    return known
  }

  return {
    finished: (name) => {
      job(name).finishedAt = performance.now()
    },
    seen: (generation, by, at) => {
      const { request_id: name, status } = generation as { request_id: string; status: string }
      if (status === 'failed') throw new Error(`A job failed: ${JSON.stringify(generation)}`)
      if (status === 'completed') job(name).seenAt[by] ??= at
    },
    isSeen: (name, by) => jobs.get(name)?.seenAt[by] !== undefined,
    arrived: () => [...jobs.values()].filter(({ seenAt }) => seenAt.stream).length,
    take: () => {
      const since = (by: 'stream' | 'polling') =>
        [...jobs.values()].flatMap(({ finishedAt, seenAt }) =>
          finishedAt !== null && seenAt[by] !== undefined ? [seenAt[by] - finishedAt] : [],
        )
      const latencies = { stream: since('stream'), polling: since('polling') }
      jobs.clear()
      return latencies
    },
  }
}
