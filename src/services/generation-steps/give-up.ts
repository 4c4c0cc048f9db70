import type { Claimed } from '#database/queries/generation-steps.ts'
import type { JobReference } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import { failGeneration } from '../generations/end-generation.ts'
import { collectResult } from './collect-result.ts'
import { reportTrouble } from './failures.ts'
import type { StepOutcome } from './run-step.ts'
import { storeWaiting } from './save-result.ts'
import { giveUpUnknown } from './submit.ts'

/**
 * It is waited for no longer. A job that did finish at the provider before its deadline is
 * collected, and from then on waits for as long as the provider keeps its result; any other is
 * stopped there, fails here and is refunded (docs/spec/money.md#refund).
 */
export async function giveUp(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.step === 'store' || row.step === 'collect') return collectLast(context, row)
  if (!row.provider_job && row.submit_started_at) return giveUpUnknown(context, row)
  if (await hasFinished(context, row, row.provider_job)) {
    return { step: 'collect', status: 'processing', attempts: 0, delay: 0, finished: true }
  }
  // What was never handed over was held up: it did not take too long.
  await failGeneration(context, row, row.provider_job ? 'deadline' : 'temporarily_unavailable')
  return 'ended'
}

/** The provider keeps the result no longer than this: a last attempt, then it is lost. */
async function collectLast(context: ServiceContext, row: Claimed): Promise<'ended'> {
  const collecting = row.step === 'store' ? storeWaiting(context, row) : collectResult(context, row)
  const outcome = await collecting.catch((error: unknown) => reportTrouble(context, row, error))
  if (outcome !== 'ended') await failGeneration(context, row, 'result_lost')
  return 'ended'
}

/** Asks the provider to stop; one that says it is too late has the result. */
async function hasFinished(
  context: ServiceContext,
  row: Claimed,
  job: JobReference | null,
): Promise<boolean> {
  if (!job) return false
  try {
    return (await context.provider.cancel(job)) === 'too_late'
  } catch (error) {
    reportTrouble(context, row, error)
    return false
  }
}
