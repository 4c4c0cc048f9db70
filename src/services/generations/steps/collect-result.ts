import type { Claimed } from '#database/queries/steps.ts'
import { maxAttempts, pollDelay } from '#domain/timetable.ts'
import { type Asset, type Output, ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { makeThumbnails } from '../../media/make-thumbnails.ts'
import { storeResult } from '../../media/store-result.ts'
import { finishGeneration, type StoredResult } from '../end-generation.ts'
import { reportTrouble } from './provider-trouble.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Fetches the result and copies its files to our storage; only then is the generation completed. Pictures the safety
 * check replaced are not kept, and their share is refunded. Running twice writes the same keys again.
 */
export async function collectResult(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (!row.provider_job) throw new Error('A submitted generation has no provider job')
  let output: Output
  try {
    output = await context.provider.result(row.provider_job)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'not_finished') throw error
    return { step: 'ask', attempts: 0, asked: row.asked, delay: pollDelay(row.asked) }
  }

  const wanted = output.assets.filter((asset) => !asset.flagged).slice(0, row.requested)
  const results = await storeAll(context, row, wanted)
  const failure = wanted.length > 0 ? 'result_lost' : output.assets.length > 0 ? 'content_policy' : 'no_result'
  const ended = await finishGeneration(context, row, { results, seed: output.seed, failure })
  if (ended) await makeThumbnails(context, row.id)
  return 'ended'
}

/** All files, side by side. A download that fails is tried again later; on the last attempt the rest is kept. */
async function storeAll(context: ServiceContext, row: Claimed, assets: Asset[]): Promise<StoredResult[]> {
  const settled = await Promise.allSettled(
    assets.map((asset, position) => storeResult(context, row.id, asset, position)),
  )
  const failed = settled.filter((result) => result.status === 'rejected')
  const isLast = row.attempts + 1 >= maxAttempts
  for (const { reason } of failed) {
    if (!isLast) throw new ProviderError('unavailable', String(reason), { delivery: 'refused', retryable: true })
    reportTrouble(context, row, reason)
  }
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
