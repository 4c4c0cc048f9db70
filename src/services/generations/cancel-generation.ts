import { findGeneration } from '#database/queries/generations.ts'
import type { GenerationRow } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { failGeneration } from './end-generation.ts'
import { isId } from './reading/read-generation.ts'

/** May this one still be cancelled? Only while it waits, here or in the provider's queue. */
export function canCancel(row: GenerationRow): boolean {
  return row.status === 'pending' && (row.provider_job !== null || row.submit_started_at === null)
}

/** Cancels a waiting generation and refunds it in full. Throws `Refused`: `not_found`, `too_late`, `unavailable`. */
export async function cancelGeneration(context: ServiceContext, accountId: string, id: string): Promise<void> {
  const row = isId(id) ? await findGeneration(context.database, accountId, id) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  if (!isOpen(row.status) || !canCancel(row)) throw new Refused({ reason: 'too_late' })

  if (row.provider_job) await cancelAtProvider(context, row.provider_job)
  // By compare-and-set: a worker that has begun to hand it over, or ended it, was quicker.
  if (!(await failGeneration(context, row, 'cancelled'))) throw new Refused({ reason: 'too_late' })
}

async function cancelAtProvider(context: ServiceContext, job: NonNullable<GenerationRow['provider_job']>) {
  const answer = await context.provider.cancel(job).catch((error: unknown) => {
    context.log.warn({ reason: String(error) }, 'cancelling failed')
    throw error instanceof ProviderError ? new Refused({ reason: 'unavailable' }) : error
  })
  // Anything else may still finish and cost the operator: the job stays open and its result is kept.
  if (answer !== 'removed') throw new Refused({ reason: 'too_late' })
}
