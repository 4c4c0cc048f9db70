import { randomUUID } from 'node:crypto'
import {
  advance,
  type Claimed,
  claimDue,
  extendLease,
  isVisible,
  type Progress,
} from '#database/queries/generation-steps.ts'
import { attachJob, hasEnded } from '#database/queries/resume-generation.ts'
import { leaseTime, maxAttempts, retryDelay, withJitter } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import { keepTrying } from '../background.ts'
import type { ServiceContext } from '../context.ts'
import { cancelAbandonedJob } from '../generations/cancel-generation.ts'
import { failGeneration } from '../generations/end-generation.ts'
import { collectResult } from './collect-result.ts'
import { failureOf, reportTrouble, resultAttempts } from './failures.ts'
import { giveUp } from './give-up.ts'
import { askProvider } from './poll.ts'
import { storeWaiting } from './save-result.ts'
import { awaitAnswer, submitGeneration } from './submit.ts'

/**
 * Takes up to `limit` due generations for this worker alone, and up to `storing` that wait for our
 * storage.
 */
export function claimDueGenerations(
  { database }: ServiceContext,
  limits: { limit: number; storing: number },
): Promise<Claimed[]> {
  return claimDue(database, { token: randomUUID(), ...limits, lease: leaseTime })
}

/** What a step leaves behind: the row's next step, or nothing because the generation has ended. */
export type StepOutcome = Progress | 'ended'

const steps = {
  submit: submitGeneration,
  await: awaitAnswer,
  ask: askProvider,
  collect: collectResult,
  store: storeWaiting,
}

/**
 * Runs the one step a claimed row calls for and writes its outcome. Every step may run twice: a
 * lease can end while its holder still works, and then the loser's write changes nothing. Answers
 * the pause until the next step, in ms.
 */
export async function runStep(context: ServiceContext, row: Claimed): Promise<number | null> {
  const begun = performance.now()
  const outcome = await holding(context, row, () =>
    row.late ? giveUp(context, row) : attempt(context, row),
  )
  if (outcome === 'ended') {
    measure(context, row, { begun, outcome })
    return null
  }

  // The provider may have taken the job: a database that restarts must not make us forget it.
  const pause = await keepTrying(context, () => advance(context.database, row, outcome))
  if (pause === 'repeated_job') return failRepeatedJob(context, row, outcome)
  measure(context, row, { begun, outcome: pause === null ? 'lost' : outcome.step })
  if (pause === null) return salvage(context, row, outcome)
  if (isVisible(row, outcome))
    context.changes.publish({ accountId: row.account_id, generationId: row.id })
  return pause
}

/**
 * The provider named a job that another generation has: whose result it makes is unknown, and no
 * repetition changes that. Fails and refunds the newcomer; nothing is cancelled there, because the
 * job is the other's.
 */
async function failRepeatedJob(
  context: ServiceContext,
  row: Claimed,
  { providerJob }: Progress,
): Promise<null> {
  const job = providerJob?.requestId
  context.log.error({ generation: row.id, model: row.model, job }, 'provider repeated a job id')
  await keepTrying(context, () =>
    failGeneration(context, row, 'provider_error', null, {
      reason: 'repeated_job',
      note: `The provider answered ${row.model} with job ${job}, which another generation has. The person was refunded; the provider may bill a job for it.`,
    }),
  )
  return null
}

function measure(
  { meter }: ServiceContext,
  row: Claimed,
  { begun, outcome }: { begun: number; outcome: string },
): void {
  const labels = { kind: row.kind, step: row.step, outcome }
  meter.observe('atelier_step_seconds', labels, (performance.now() - begun) / 1000)
}

/**
 * A step may take longer than a lease, say a large film on a slow line: the lease is renewed
 * meanwhile.
 */
async function holding<Result>(
  { database, log }: ServiceContext,
  row: Claimed,
  work: () => Promise<Result>,
) {
  const timer = setInterval(() => {
    extendLease(database, row, leaseTime).catch((error: unknown) => {
      log.warn({ generation: row.id, err: error }, 'lease could not be renewed')
    })
  }, leaseTime / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * The lease was lost while the provider took the job: whoever holds the row now must at least know
 * the job.
 */
async function salvage(
  context: ServiceContext,
  row: Claimed,
  { providerJob }: Progress,
): Promise<number | null> {
  if (!providerJob) return null
  const salvaged = await keepTrying(context, () => attachJob(context.database, row.id, providerJob))
  if (salvaged)
    context.log.warn({ generation: row.id, job: providerJob.requestId }, 'slow submit recognised')
  else if (await hasEnded(context.database, row.id))
    await cancelAbandonedJob(context, row.id, providerJob)
  return salvaged ? 0 : null
}

async function attempt(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  try {
    return await steps[row.step](context, row)
  } catch (error) {
    reportTrouble(context, row, error)
    if (row.attempts + 1 >= attemptsFor(row, error)) {
      const isLost = isResultStep(row) && (!(error instanceof ProviderError) || error.retryable)
      await failGeneration(
        context,
        row,
        isLost ? 'result_lost' : failureOf(error),
        error instanceof ProviderError ? error.words : (error as Error).message,
      )
      return 'ended'
    }
    const delay = withJitter(retryDelay(row.attempts), Math.random())
    return { step: row.step, attempts: row.attempts + 1, delay }
  }
}

/**
 * How often a step that fails so is tried. Asking never gives up by itself: the deadline does. Our
 * own failures never end what the provider has finished.
 */
function attemptsFor(row: Claimed, error: unknown): number {
  if (row.step === 'ask') return Number.POSITIVE_INFINITY
  if (!(error instanceof ProviderError))
    return isResultStep(row) ? Number.POSITIVE_INFINITY : maxAttempts
  if (isResultStep(row)) return resultAttempts(row, error)
  return error.retryable || error.code === 'not_found' ? maxAttempts : 1
}

function isResultStep({ step }: Claimed): boolean {
  return step === 'collect' || step === 'store'
}
