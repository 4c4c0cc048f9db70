import type { Claimed } from '#database/queries/life/steps.ts'
import { lastTryTime, maxAttempts } from '#domain/timetable.ts'
import type { JobReference } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { failGeneration } from '../end-generation.ts'
import { giveUpUnknown } from './await-answer.ts'
import { collectResult } from './collect-result.ts'
import { reportTrouble } from './provider-trouble.ts'

/**
 * The deadline has passed. A job that did finish at the provider is collected, if that is quick; any other is stopped
 * there, fails here and is refunded (specification, decisions §4).
 */
export async function giveUp(context: ServiceContext, row: Claimed): Promise<'ended'> {
  if (!row.provider_job && row.submit_started_at) return giveUpUnknown(context, row)

  const left = row.deadline.getTime() + lastTryTime - Date.now()
  const isFinished = row.step === 'collect' || (await hasFinished(context, row, row.provider_job))
  if (isFinished && left > 0) {
    const lastTry = { ...row, attempts: maxAttempts - 1 }
    const outcome = await collectResult(context, lastTry, AbortSignal.timeout(left)).catch((error: unknown) =>
      reportTrouble(context, row, error),
    )
    if (outcome === 'ended') return 'ended'
  }
  await failGeneration(context, row, 'deadline')
  return 'ended'
}

/** Asks the provider to stop; one that says it is too late has the result. */
async function hasFinished(context: ServiceContext, row: Claimed, job: JobReference | null): Promise<boolean> {
  if (!job) return false
  try {
    return (await context.provider.cancel(job)) === 'too_late'
  } catch (error) {
    reportTrouble(context, row, error)
    return false
  }
}
