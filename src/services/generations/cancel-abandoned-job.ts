import { findGenerationOfJob } from '#database/queries/resume-generation.ts'
import type { ProviderJob } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Asks the provider to stop a job whose generation had ended before its id was known: it was
 * refunded and stays so. A job that a generation has is left alone. Never throws: the operator's
 * alert about the unknown outcome is there already.
 */
export async function cancelAbandonedJob(
  { database, provider, log }: Pick<ServiceContext, 'database' | 'provider' | 'log'>,
  generationId: string,
  job: ProviderJob,
): Promise<void> {
  const fields = { generation: generationId, job: job.requestId }
  try {
    if (await findGenerationOfJob(database, job.requestId)) return
    log.warn(
      { ...fields, answer: await provider.cancel(job) },
      'cancelled the job of an ended generation',
    )
  } catch (error) {
    log.error({ ...fields, err: error }, 'the job of an ended generation could not be cancelled')
  }
}
