import { setTimeout as delay } from 'node:timers/promises'
import type { Claimed } from '#database/queries/life/steps.ts'
import { mediaOfKind } from '#domain/ending/result-files.ts'
import type { FailureCode } from '#domain/failure.ts'
import { maxAttempts, pollDelay } from '#domain/timetable.ts'
import { type Asset, type JobReference, type Output, ProviderError } from '#providers/provider.ts'
import { TooLarge } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'
import { discardFiles } from '../../media/files/discard-files.ts'
import { NotTheFile } from '../../media/inspect/inspected.ts'
import { storeResult } from '../../media/store-result.ts'
import { makeThumbnails } from '../../media/thumbnails/make-thumbnails.ts'
import { finishGeneration, type StoredResult } from '../end-generation.ts'
import { reportTrouble } from './provider-trouble.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Fetches the result and copies its files to our storage; only then is the generation completed. Pictures the safety
 * check replaced are not kept, and their share is refunded. Whoever loses the race to record the files discards its own.
 * `signal` ends the downloads; they are tried again.
 */
export async function collectResult(context: ServiceContext, row: Claimed, signal?: AbortSignal): Promise<StepOutcome> {
  if (!row.provider_job) throw new Error('A submitted generation has no provider job')
  const begun = new Date()
  const runTime = askRunTime(context, row, row.provider_job)
  let output: Output
  try {
    output = await context.provider.result(row.provider_job)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'not_finished') throw error
    return { step: 'ask', attempts: 0, asked: row.asked, delay: pollDelay(row.asked, context.webhookBase !== null) }
  }

  const wanted = wantedOf(output, row)
  const results = await storeAll(context, row, wanted, signal)
  const answer = answerOf(output, row)
  const failure = failureOf(output, wanted)
  const ms = await Promise.race([runTime, delay(longestWait, null, { ref: false })])
  const ran = ms === null ? null : { ms, until: begun }
  const ended = await finishGeneration(context, row, { results, answer, seed: output.seed, ran, failure })
  if (ended) context.background.run(() => makeThumbnails(context, row.id))
  else await discard(context, results)
  return 'ended'
}

/** No result waits for longer than this to learn how long it took, in ms. */
const longestWait = 300

/** How long the provider worked on what a webhook told the end of, in ms; `null`: known, or not to be learnt. */
async function askRunTime({ provider }: ServiceContext, row: Claimed, job: JobReference): Promise<number | null> {
  if (row.started_at) return null
  const state = await provider.status(job).catch(() => null)
  return state?.state === 'finished' ? state.runMs : null
}

/** The files of the medium that was asked for, as many as were paid for. */
function wantedOf({ assets }: Output, { kind, requested }: Claimed): Asset[] {
  return assets.filter((asset) => !asset.flagged && mediaOfKind[kind].includes(asset.medium)).slice(0, requested)
}

/** The longest answer that is kept, in characters. */
const maxAnswer = 100_000

/** The words of a model that makes no files. NUL, which no database stores, is dropped. */
function answerOf({ text }: Output, { kind }: Claimed): string | null {
  if (mediaOfKind[kind].length > 0 || text === null) return null
  return text.toWellFormed().replaceAll('\0', '').trim().slice(0, maxAnswer) || null
}

/** Why nothing could be kept, should it be so. */
function failureOf({ assets }: Output, wanted: Asset[]): FailureCode {
  if (wanted.length > 0) return 'result_lost'
  return assets.some((asset) => asset.flagged) ? 'content_policy' : 'no_result'
}

/**
 * All files, side by side. A download that fails is tried again later; on the last attempt, or when trying again is of
 * no use, the rest is kept. Throws what our own store throws, until the deadline: the provider still has the files.
 */
async function storeAll(
  context: ServiceContext,
  row: Claimed,
  assets: Asset[],
  signal?: AbortSignal,
): Promise<StoredResult[]> {
  const settled = await Promise.allSettled(
    assets.map((asset, position) => storeResult(context, { ...row, signal }, asset, position)),
  )
  const results = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  const ours = failed.find(isOurs)
  if (ours && !row.late) {
    await discard(context, results)
    throw ours
  }
  const mayHelp = failed.find((error) => !(error instanceof ProviderError) || error.retryable)
  if (mayHelp && row.attempts + 1 < maxAttempts) {
    await discard(context, results)
    throw new ProviderError('unavailable', String(mayHelp), { delivery: 'refused', retryable: true })
  }
  for (const error of failed) reportTrouble(context, row, error)
  return results
}

/** A full disk, a store that is down: neither the provider's fault nor the file's. */
function isOurs(error: unknown): boolean {
  return !(error instanceof ProviderError || error instanceof NotTheFile || error instanceof TooLarge)
}

function discard(context: ServiceContext, results: StoredResult[]): Promise<void> {
  return discardFiles(
    context,
    results.map(({ storageKey }) => storageKey),
  )
}
