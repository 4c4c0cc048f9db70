import { setTimeout as delay } from 'node:timers/promises'
import { kindFacts, type Medium } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import {
  type JobReference,
  type Output,
  type Provider,
  ProviderError,
} from '#providers/provider.ts'
import { finishGeneration } from '../end-generation.ts'
import type { ClaimedGeneration } from '../queries/generation-steps.ts'
import type { FailureCode } from '../rules/failure.ts'
import { pollDelay } from '../rules/timetable.ts'
import type { Transcript } from '../rules/transcript.ts'
import type { ResultAsset } from '../tables.ts'
import { findProvider, hasWebhook } from './find-provider.ts'
import type { StepOutcome } from './outcome.ts'
import { type SaveResultParts, saveResult, waitForStorage } from './store-result.ts'

/**
 * Fetches the result. Its files are copied to our storage at once if the limiter allows, else
 * later; only then is the generation completed. Images replaced by the safety check are dropped and
 * refunded. `signal` aborts the downloads; they are retried.
 */
export async function collectResult(
  context: CollectResultParts,
  row: ClaimedGeneration,
  signal?: AbortSignal,
): Promise<StepOutcome> {
  const job = row.provider_job
  if (!job) throw new Error('A submitted generation has no provider job')
  const { provider } = findProvider(context, job.provider)
  const begun = new Date(context.now())
  const runTime = fetchRunTime(provider, row, job)
  let output: Output
  try {
    output = await provider.result(job)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'not_finished') throw error
    return notFinished(context, row, job)
  }

  const ms = await Promise.race([runTime, delay(longestWait, null, { ref: false })])
  const ran = ms === null ? null : { ms, until: begun }
  return keepOutput(context, row, { output, ran, signal })
}

/** A job's output, and how long it ran if that was learnt just now. */
type Finished = {
  output: Output
  ran: { ms: number; until: Date } | null
  signal?: AbortSignal | undefined
}

export type CollectResultParts = SaveResultParts & Parts<'storing'>

/** Keeps what was asked for and ends the generation, or waits until its files can be stored. */
export async function keepOutput(
  context: CollectResultParts,
  row: ClaimedGeneration,
  { output, ran, signal }: Finished,
): Promise<StepOutcome> {
  const wanted = wantedOf(output, row)
  if (wanted.length === 0) {
    const answer = answerOf(output, row)
    await finishGeneration(context, row, {
      results: [],
      answer,
      transcript: answer === null ? null : transcriptOf(output, row),
      usage: output.usage,
      seed: output.seed,
      ran,
      failure: failureOf(output),
    })
    return 'ended'
  }

  const { seed, usage } = output
  const finished = { assets: wanted, seed, ran, ...(usage && { usage }) }
  if (!context.storing.tryEnter()) return waitForStorage(row, finished)
  try {
    return await saveResult(context, row, finished, signal)
  } finally {
    context.storing.leave()
  }
}

/**
 * The job has not ended, despite the webhook. After the deadline it is not polled any more.
 */
async function notFinished(
  context: Parts<'providers'>,
  row: ClaimedGeneration,
  job: JobReference,
): Promise<StepOutcome> {
  const { polls, past_deadline: isOver } = row
  if (!isOver) {
    const pause = pollDelay(polls, hasWebhook(context, job))
    return { step: 'poll', attempts: 0, polls, delay: pause, finished: false }
  }
  await findProvider(context, job.provider)
    .provider.cancel(job)
    .catch(() => null)
  return { failure: 'deadline' }
}

/** How long a result waits at most for the provider's run time, in ms. */
const longestWait = 300

/**
 * Asks the provider how long a job ran whose end was reported by webhook, in ms; `null`: already
 * known, or unavailable.
 */
async function fetchRunTime(
  provider: Provider,
  row: ClaimedGeneration,
  job: JobReference,
): Promise<number | null> {
  if (row.started_at) return null
  const state = await provider.status(job).catch(() => null)
  return state?.state === 'finished' ? state.runMs : null
}

/** The files of the requested medium, at most as many as were paid for. */
function wantedOf({ assets }: Output, { kind, requested }: ClaimedGeneration): ResultAsset[] {
  const media: readonly Medium[] = kindFacts[kind].media
  const offered = assets.filter((asset) => media.includes(asset.medium))
  const wanted = offered
    .map((asset, position) => ({ ...asset, position }))
    .filter((asset) => !asset.flagged)
    .slice(0, requested)
  return offered.length <= requested
    ? wanted
    : wanted.map((asset, position) => ({ ...asset, position }))
}

/** The maximum length of a stored answer, in characters. */
const maxAnswer = 100_000

/** The text of a model that writes no files. */
function answerOf({ text }: Output, { kind }: ClaimedGeneration): string | null {
  if (kindFacts[kind].media.length > 0 || text === null) return null
  return text.trim().slice(0, maxAnswer).toWellFormed() || null
}

/** The times of a transcription, where the provider sends them. */
function transcriptOf({ transcript }: Output, { kind }: ClaimedGeneration): Transcript | null {
  return kind === 'transcription' && transcript?.segments.length ? transcript : null
}

/** Returns the failure code where there is nothing to keep. */
function failureOf({ assets }: Output): FailureCode {
  return assets.some((asset) => asset.flagged) ? 'content_policy' : 'no_result'
}
