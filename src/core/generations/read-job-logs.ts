import type { Parts } from '#core/parts.ts'
import type { JobLog } from '#providers/provider.ts'
import type { GenerationWithMedia } from './read-generation.ts'
import { findProvider } from './steps/find-provider.ts'

export type { JobLog } from '#providers/provider.ts'

/** How long an answer of the provider is shared by all readers of the same job, in ms. */
const keptFor = 1_000
/** How long a reader waits for the provider, in ms. */
const readTimeoutMs = 3_000
/**
 * After a job has ended its logs can still be read for this long, in ms
 * (docs/providers/fal.md#result: about an hour).
 */
const readableFor = 3_600_000

export type LogReader = (row: GenerationWithMedia['row']) => Promise<JobLog[]>

/**
 * Reads the logs of a job from the provider, at most once a second per job, for all readers. An
 * unavailable or slow provider means no logs and never an error.
 */
export function createLogReader({
  providers,
  log,
  now,
}: Parts<'log' | 'now' | 'providers'>): LogReader {
  const kept = new Map<string, Promise<JobLog[]>>()

  const ask = async (job: NonNullable<GenerationWithMedia['row']['provider_job']>) => {
    try {
      return (await findProvider({ providers }, job.provider).provider.status(job)).logs
    } catch (error) {
      log.warn({ err: error }, 'job logs could not be read')
      return []
    }
  }

  return (row) => {
    const isOver = row.completed_at !== null && now() - row.completed_at.getTime() > readableFor
    if (!row.provider_job || isOver) return Promise.resolve([])
    const known = kept.get(row.id)
    if (known) return known

    const { promise: late, resolve: giveUp } = Promise.withResolvers<JobLog[]>()
    setTimeout(() => giveUp([]), readTimeoutMs).unref()
    const logs = Promise.race([ask(row.provider_job), late])
    kept.set(row.id, logs)
    void logs.then(() => setTimeout(() => kept.delete(row.id), keptFor).unref())
    return logs
  }
}
