import type { Claimed, Progress } from '#database/queries/generation-steps.ts'
import type { ProviderOutput, ResultAsset } from '#database/tables.ts'
import { maxAttempts, retryDelay, storePause, withJitter } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import { TooLarge } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { finishGeneration, type StoredResult } from '../generations/end-generation.ts'
import { InvalidMedia } from '../media/inspected-file.ts'
import { makeThumbnails } from '../media/make-thumbnails.ts'
import { discardFiles } from '../media/stored-files.ts'
import { confirmStorageOutage } from '../storage-outage.ts'
import { reportTrouble, resultAttempts } from './failures.ts'
import type { StepOutcome } from './run-step.ts'
import { storeResult } from './store-result.ts'

/** The files to store, and how long the job was worked on if that was learnt just now. */
export type FinishedOutput = ProviderOutput & { ran: { ms: number; until: Date } | null }

/**
 * Storing that takes longer than this may hang: it is looked whether storage is unavailable, in ms.
 */
const hangAfter = 10_000

/**
 * The step of a generation that waits for our storage: its worker has taken a place
 * (services/storing).
 */
export function storeWaiting(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  const { provider_output: output } = row
  if (!output) throw new Error('A generation that waits for storage has no output')
  return saveResult(context, row, { ...output, ran: null })
}

/** What a finished generation leaves behind that must wait for our storage. `delay` in ms. */
export function waitForStorage(
  row: Claimed,
  output: FinishedOutput,
  { attempts = 0, delay = 0 } = {},
): Progress {
  const { assets, seed, ran } = output
  return {
    ...{
      step: 'store',
      status: 'processing',
      attempts,
      delay,
      finished: true,
      queuePosition: null,
    },
    ...(row.step !== 'store' && { output: { assets, seed }, ...(ran && { runMs: ran.ms }) }),
  }
}

/**
 * Copies the files to our storage and completes the generation. Our own storage never makes it
 * fail: it waits for as long as the provider keeps the files. A download that fails is tried again;
 * in the end the rest is kept. Of those who race to record the files all but the first discard
 * their own.
 */
export async function saveResult(
  context: ServiceContext,
  row: Claimed,
  output: FinishedOutput,
  signal?: AbortSignal,
): Promise<StepOutcome> {
  const { results, errors } = await storeAll(context, { ...row, signal }, output.assets)
  const again = decideAgain(row, errors)
  if (again) {
    await discard(context, results)
    reportTrouble(context, row, again.error)
    if (again.isOurs) await confirmStorageOutage(context)
    return waitForStorage(row, output, again)
  }

  for (const error of errors) reportTrouble(context, row, error)
  const { seed, ran } = output
  const ended = await finishGeneration(context, row, {
    ...{ results, answer: null, seed, ran, failure: 'result_lost', lost: errors },
  })
  if (ended) context.background.run(() => makeThumbnails(context, row.id))
  else await discard(context, results)
  return 'ended'
}

/** All files, side by side. */
async function storeAll(
  context: ServiceContext,
  row: Claimed & { signal: AbortSignal | undefined },
  assets: ResultAsset[],
) {
  const hanging = setTimeout(() => void confirmStorageOutage(context), hangAfter)
  try {
    const settled = await Promise.allSettled(
      assets.map((asset) => storeResult(context, row, asset, asset.position)),
    )
    const results = settled.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    const errors = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    return { results, errors }
  } finally {
    clearTimeout(hanging)
  }
}

type Again = { error: unknown; isOurs: boolean; attempts: number; delay: number }

/** Is it stored again, and when? `null`: there is nothing left to wait for. */
function decideAgain(row: Claimed, errors: unknown[]): Again | null {
  const { late, attempts } = row
  if (late) return null
  const ours = errors.find(isOurs)
  // Our own failures count for nothing: the provider's start from where they were.
  if (ours)
    return { error: ours, isOurs: true, attempts, delay: withJitter(storePause, Math.random()) }
  const error = errors.find((found) => attempts + 1 < attemptsFor(row, found))
  if (!error) return null
  return {
    error,
    isOurs: false,
    attempts: attempts + 1,
    delay: withJitter(retryDelay(attempts), Math.random()),
  }
}

function attemptsFor(row: Claimed, error: unknown): number {
  return error instanceof ProviderError ? resultAttempts(row, error) : maxAttempts
}

/** A full disk, a store that is down: neither the provider's fault nor the file's. */
function isOurs(error: unknown): boolean {
  return !(
    error instanceof ProviderError ||
    error instanceof InvalidMedia ||
    error instanceof TooLarge
  )
}

function discard(context: ServiceContext, results: StoredResult[]): Promise<void> {
  return discardFiles(
    context,
    results.map(({ storageKey }) => storageKey),
  )
}
