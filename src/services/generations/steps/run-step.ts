import { advance, type Claimed, extendLease, isVisible, type Progress } from '#database/queries/life/steps.ts'
import { attachJob } from '#database/queries/life/wake.ts'
import { leaseTime, maxAttempts, retryDelay } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { keepTrying } from '../../keep-trying.ts'
import { failGeneration } from '../end-generation.ts'
import { askProvider } from './ask-provider.ts'
import { awaitAnswer } from './await-answer.ts'
import { collectResult } from './collect-result.ts'
import { giveUp } from './give-up.ts'
import { failureOf, reportTrouble } from './provider-trouble.ts'
import { submitGeneration } from './submit-generation.ts'

/** What a step leaves behind: the row's next step, or nothing because the generation has ended. */
export type StepOutcome = Progress | 'ended'

const steps = { submit: submitGeneration, await: awaitAnswer, ask: askProvider, collect: collectResult }

/**
 * Runs the one step a claimed row calls for and writes its outcome. Every step may run twice: a lease can end while its
 * holder still works, and then the loser's write changes nothing. Answers the pause until the next step, in ms.
 */
export async function runStep(context: ServiceContext, row: Claimed): Promise<number | null> {
  const begun = performance.now()
  const outcome = await holding(context, row, () => (row.late ? giveUp(context, row) : attempt(context, row)))
  if (outcome === 'ended') {
    measure(context, row, { begun, outcome })
    return null
  }

  // The provider may have taken the job: a database that restarts must not make us forget it.
  const pause = await keepTrying(context, () => advance(context.database, row, outcome))
  measure(context, row, { begun, outcome: pause === null ? 'lost' : outcome.step })
  if (pause === null) return salvage(context, row, outcome)
  if (isVisible(row, outcome)) context.changes.publish({ accountId: row.account_id, generationId: row.id })
  return pause
}

function measure(
  { meter }: ServiceContext,
  row: Claimed,
  { begun, outcome }: { begun: number; outcome: string },
): void {
  const labels = { kind: row.kind, step: row.step, outcome }
  meter.observe('atelier_step_seconds', labels, (performance.now() - begun) / 1000)
}

/** A step may take longer than a lease, say a large film on a slow line: the lease is renewed meanwhile. */
async function holding<Result>({ database, log }: ServiceContext, row: Claimed, work: () => Promise<Result>) {
  const timer = setInterval(() => {
    extendLease(database, row, leaseTime).catch((error: unknown) => {
      log.warn({ generation: row.id, reason: String(error) }, 'a lease could not be renewed')
    })
  }, leaseTime / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The lease was lost while the provider took the job: whoever holds the row now must at least know the job. */
async function salvage(context: ServiceContext, row: Claimed, { providerJob }: Progress): Promise<number | null> {
  if (!providerJob) return null
  const salvaged = await keepTrying(context, () => attachJob(context.database, row.id, providerJob))
  if (salvaged)
    context.log.warn({ generation: row.id, job: providerJob.requestId }, 'a slow submit was still recognised')
  return salvaged ? 0 : null
}

async function attempt(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  try {
    return await steps[row.step](context, row)
  } catch (error) {
    reportTrouble(context, row, error)
    // Asking never gives up by itself: the deadline does. A result must be fetched soon, while it is kept; one that is
    // not there yet may follow. What our own store cannot take now lies there until the deadline.
    const final = error instanceof ProviderError && !error.retryable && error.code !== 'not_found'
    const waits = row.step === 'ask' || (row.step === 'collect' && !(error instanceof ProviderError))
    if (!waits && (final || row.attempts + 1 >= maxAttempts)) {
      await failGeneration(context, row, failureOf(error), (error as Error).message)
      return 'ended'
    }
    return { step: row.step, attempts: row.attempts + 1, delay: retryDelay(row.attempts) }
  }
}
