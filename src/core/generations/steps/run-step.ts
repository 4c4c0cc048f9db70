import { randomUUID } from 'node:crypto'
import { retryUntilDone } from '#core/jobs/background.ts'
import type { Parts } from '#core/parts.ts'
import { inSpan, type Span } from '#platform/telemetry/tracing.ts'
import { cancelAbandonedJob } from '../cancel-generation.ts'
import { type EndGenerationParts, failGeneration } from '../end-generation.ts'
import {
  advance,
  type ClaimedGeneration,
  claimDue,
  extendLease,
  isVisible,
  type Progress,
} from '../queries/generation-steps.ts'
import { attachJob, hasEnded } from '../queries/resume-generation.ts'
import { endsWorkers, leaseTime } from '../rules/timetable.ts'
import { collectResult } from './collect-result.ts'
import {
  decideRetry,
  isResultStep,
  reportFailure,
  type StepFailure,
  type StepOutcome,
} from './outcome.ts'
import { pollJob, stopJob } from './poll.ts'
import { storeWaiting } from './store-result.ts'
import {
  awaitOutcome,
  giveUpUnknown,
  type SubmitGenerationParts,
  submitGeneration,
} from './submit.ts'

/**
 * Claims up to `limit` due generations for this worker, and up to `storing` that wait for our
 * storage.
 */
export function claimDueGenerations(
  { database }: Parts<'database'>,
  limits: { limit: number; storing: number },
): Promise<ClaimedGeneration[]> {
  return claimDue(database, { token: randomUUID(), ...limits, lease: leaseTime })
}

/** Each step's, of which a submit takes most. */
export type RunStepParts = SubmitGenerationParts

/**
 * Runs the next step of a claimed row in a span of its generation's trace. Returns the pause until
 * the next step, in ms.
 */
export function runStep(context: RunStepParts, row: ClaimedGeneration): Promise<number | null> {
  const attributes = {
    'atelier.generation': row.id,
    'atelier.kind': row.kind,
    'atelier.model': row.model,
    'atelier.attempt': row.attempts + 1,
  }
  return inSpan(row.step, { kind: 'consumer', parent: row.trace_context, attributes }, (span) =>
    runAndRecord(context, row, span),
  )
}

/**
 * Runs the next step of a claimed row and writes its outcome. Every step may run twice: a lease can
 * end while its worker is still busy, and then that worker's write changes nothing.
 */
async function runAndRecord(
  context: RunStepParts,
  row: ClaimedGeneration,
  span: Span,
): Promise<number | null> {
  const begun = performance.now()
  const outcome = endsWorkers(row)
    ? await endIfFailed(context, row, setAside(context, row))
    : await renewingLease(context, row, () =>
        row.late ? runLastStep(context, row) : attempt(context, row),
      )
  if (outcome === 'ended') {
    measure(context, row, { begun, span, outcome })
    return null
  }

  // The provider may have accepted the job: its id must survive a restart of the database.
  const pause = await retryUntilDone(context, () => advance(context.database, row, outcome))
  if (pause === 'repeated_job') return failRepeatedJob(context, row, outcome)
  measure(context, row, { begun, span, outcome: pause === null ? 'lost' : outcome.step })
  if (pause === null) return recoverLostSubmit(context, row, outcome)
  if (isVisible(row, outcome))
    context.changes.publish({ accountId: row.account_id, generationId: row.id })
  return pause
}

/** Fails a job whose step ended its workers. The provider is not asked: that may be what did. */
function setAside({ log }: Parts<'log'>, row: ClaimedGeneration): StepFailure {
  const { id, model, step, stalls, lost_leases: lostLeases } = row
  log.error({ generation: id, model, step, stalls, lostLeases }, 'job set aside')
  const openFailure = step === 'poll' ? 'provider_error' : 'unknown_outcome'
  const failure = isResultStep(row) ? 'result_lost' : openFailure
  const cause =
    stalls > 0
      ? `The event loop stood still in it ${stalls} times: the stack is in the log.`
      : `It was claimed ${lostLeases} times in a row after its worker had ended.`
  return {
    failure,
    alert: {
      reason: 'ends_workers',
      note: `A job for ${model} was set aside in the step “${step}”, because it ended its workers. ${cause} The person was refunded; the provider may bill it.`,
    },
  }
}

type Step = (context: RunStepParts, row: ClaimedGeneration) => StepOutcome | Promise<StepOutcome>

/** Selects the step by the row's state. A submit that was attempted is never repeated. */
function selectStep({
  step,
  submit_attempted: wasAttempted,
  provider_job: job,
}: ClaimedGeneration): Step {
  if (step === 'submit' && !wasAttempted) return submitGeneration
  switch (step) {
    case 'submit':
    case 'await':
      return job ? collectResult : awaitOutcome
    case 'poll':
      return pollJob
    case 'collect':
      return collectResult
    case 'store':
      return storeWaiting
  }
}

/** Runs a step; one that throws is retried or ends the generation. */
async function attempt(context: RunStepParts, row: ClaimedGeneration): Promise<Progress | 'ended'> {
  try {
    return await endIfFailed(context, row, await selectStep(row)(context, row))
  } catch (error) {
    reportFailure(context, row, error)
    return endIfFailed(context, row, decideRetry(row, error))
  }
}

/**
 * The last step, past the deadline. A job that finished in time is collected, and stays due as long
 * as the provider keeps its result; any other is cancelled there, failed and refunded
 * (docs/spec/money.md#refund).
 */
async function runLastStep(
  context: RunStepParts,
  row: ClaimedGeneration,
): Promise<Progress | 'ended'> {
  if (row.step === 'store' || row.step === 'collect') return collectLast(context, row)
  const isUnknown = !row.provider_job && row.submit_started_at
  const outcome = isUnknown ? giveUpUnknown(context, row) : await stopJob(context, row)
  return endIfFailed(context, row, outcome)
}

/** One last attempt: the provider deletes results after this time. */
async function collectLast(context: RunStepParts, row: ClaimedGeneration): Promise<'ended'> {
  const step = selectStep(row)
  try {
    if ((await endIfFailed(context, row, await step(context, row))) === 'ended') return 'ended'
  } catch (error) {
    reportFailure(context, row, error)
  }
  await failGeneration(context, row, 'result_lost')
  return 'ended'
}

/** Ends the generation where the step has failed permanently. */
async function endIfFailed(
  context: EndGenerationParts,
  row: ClaimedGeneration,
  outcome: StepOutcome,
): Promise<Progress | 'ended'> {
  if (outcome === 'ended' || 'step' in outcome) return outcome
  const { failure, providerMessage = null, alert } = outcome
  await failGeneration(context, row, failure, providerMessage, alert)
  return 'ended'
}

/**
 * The provider named a job that another generation has: whose result it is stays unknown, and no
 * retry changes that. Fails and refunds the second generation without cancelling the job, which is
 * the first one's.
 */
async function failRepeatedJob(
  context: EndGenerationParts,
  row: ClaimedGeneration,
  { providerJob }: Progress,
): Promise<null> {
  const job = providerJob?.requestId
  context.log.error({ generation: row.id, model: row.model, job }, 'provider repeated a job id')
  await retryUntilDone(context, () =>
    failGeneration(context, row, 'provider_error', null, {
      reason: 'repeated_job',
      note: `The provider answered ${row.model} with job ${job}, which another generation has. The person was refunded; the provider may bill a job for it.`,
    }),
  )
  return null
}

/**
 * The lease was lost during the submit: records the job, so that the worker that has claimed the
 * row meanwhile knows it.
 */
async function recoverLostSubmit(
  context: Parts<'database' | 'log' | 'providers'>,
  row: ClaimedGeneration,
  { providerJob }: Progress,
): Promise<number | null> {
  if (!providerJob) return null
  const isRecovered = await retryUntilDone(context, () =>
    attachJob(context.database, row, providerJob),
  )
  if (isRecovered)
    context.log.warn({ generation: row.id, job: providerJob.requestId }, 'slow submit recognised')
  else if (await hasEnded(context.database, row))
    await cancelAbandonedJob(context, row.id, providerJob)
  return isRecovered ? 0 : null
}

/**
 * Renews the lease while a step runs: a large video on a slow connection may take longer than one
 * lease.
 */
async function renewingLease<Result>(
  { database, log }: Parts<'database' | 'log'>,
  row: ClaimedGeneration,
  run: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    extendLease(database, row, leaseTime).catch((error: unknown) => {
      log.warn({ generation: row.id, err: error }, 'lease could not be renewed')
    })
  }, leaseTime / 3)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}

function measure(
  { meter }: Parts<'meter'>,
  row: ClaimedGeneration,
  { begun, span, outcome }: { begun: number; span: Span; outcome: string },
): void {
  span.add({ 'atelier.outcome': outcome })
  const labels = { kind: row.kind, step: row.step, outcome }
  meter.observe('atelier_step_seconds', labels, (performance.now() - begun) / 1000)
}
