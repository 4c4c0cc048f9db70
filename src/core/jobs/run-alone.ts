import { randomUUID } from 'node:crypto'
import type { Parts } from '#core/parts.ts'
import {
  claimScheduledJob,
  extendScheduledJob,
  releaseScheduledJob,
} from './scheduled-job-queries.ts'

type Context = Parts<'database' | 'log'>

/**
 * `pause`: ms until the job is due again, for any process. `isForced`: runs it also before that.
 * `lease`: ms after which another process takes it over from one that has died.
 */
type Options = { pause?: number; isForced?: boolean; lease?: number }

/**
 * Runs a function unless another process of this product runs one under the same name, or did so
 * recently (`false`). While it runs, its lease is extended. A process that is suspended for longer
 * than its lease may run beside its successor, so the function must be safe to run twice.
 */
export async function runAlone(
  { database, log }: Context,
  name: string,
  work: () => Promise<void>,
  { pause = 0, isForced = false, lease = 30_000 }: Options = {},
): Promise<boolean> {
  const claim = { name, token: randomUUID(), lease }
  if (!(await claimScheduledJob(database, { ...claim, isForced }))) return false
  const timer = setInterval(() => {
    extendScheduledJob(database, claim).catch((error: unknown) =>
      log.warn({ job: name, err: error }, 'lease of a scheduled job could not be extended'),
    )
  }, lease / 3)
  try {
    await work()
  } finally {
    clearInterval(timer)
    // Otherwise the lease ends by itself.
    await releaseScheduledJob(database, claim, pause).catch((error: unknown) =>
      log.warn({ job: name, err: error }, 'lease of a scheduled job could not be released'),
    )
  }
  return true
}
