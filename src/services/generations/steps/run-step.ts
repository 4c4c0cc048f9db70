import { advance, type Claimed, isVisible, type Progress } from '#database/queries/steps.ts'
import { maxAttempts, retryDelay } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { failGeneration } from '../end-generation.ts'
import { askProvider } from './ask-provider.ts'
import { collectResult } from './collect-result.ts'
import { failureOf, reportTrouble } from './provider-trouble.ts'
import { submitGeneration } from './submit-generation.ts'

/** What a step leaves behind: the row's next step, or nothing because the generation has ended. */
export type StepOutcome = Progress | 'ended'

const steps = { submit: submitGeneration, await: giveUp, ask: askProvider, collect: collectResult }

/**
 * Runs the one step a claimed row calls for and writes its outcome. Every step may run twice: a lease can end while its
 * holder still works, and then the loser's write changes nothing. Answers the pause until the next step, in ms.
 */
export async function runStep(context: ServiceContext, row: Claimed): Promise<number | null> {
  const outcome = row.late ? await giveUp(context, row) : await attempt(context, row)
  if (outcome === 'ended') return null

  const written = await keepTrying(context, () => advance(context.database, row, outcome))
  if (written && isVisible(row, outcome)) {
    context.changes.publish({ accountId: row.account_id, generationId: row.id })
  }
  return outcome.delay
}

async function attempt(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  try {
    return await steps[row.step](context, row)
  } catch (error) {
    reportTrouble(context, row, error)
    // Asking never gives up by itself: the deadline does. A result must be fetched soon, while it is kept.
    const final = error instanceof ProviderError && !error.retryable
    if (row.step !== 'ask' && (final || row.attempts + 1 >= maxAttempts)) {
      await failGeneration(context, row, failureOf(error), (error as Error).message)
      return 'ended'
    }
    return { step: row.step, attempts: row.attempts + 1, delay: retryDelay(row.attempts) }
  }
}

/** The deadline has passed: ask the provider to stop, fail, refund (specification, decisions §4). */
async function giveUp(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.provider_job) {
    await context.provider.cancel(row.provider_job).catch((error: unknown) => reportTrouble(context, row, error))
  }
  await failGeneration(context, row, 'deadline')
  return 'ended'
}

const writeAttempts = 30
const writePause = 1_000

/** The provider may have taken the job: a database that restarts must not make us forget it. */
async function keepTrying<Result>({ log }: ServiceContext, write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === writeAttempts) throw error
      log.warn({ attempt, reason: String(error) }, 'a step could not be written down yet')
      await new Promise((resolve) => setTimeout(resolve, writePause))
    }
  }
}
