import type { Model } from '#catalogue/model.ts'
import { failureMessage } from '#contract/error-messages.ts'
import type { Language } from '#contract/languages.ts'
import { isOpen } from '#domain/status.ts'
import { timingsOf } from '#domain/timings.ts'
import type { GenerationWithMedia } from '#services/generations/reading/read-generation.ts'
import type { JobLog } from '#services/proxy/read-job-logs.ts'
import { addressesOf } from './addresses.ts'
import { falFailures } from './failures.ts'

type Row = GenerationWithMedia['row']
type Asked = { model: Pick<Model, 'endpoints'>; origin: string; language: Language; logs: JobLog[] }

/**
 * Our own record in the words of fal's status (docs/providers/fal.md#status). There is no FAILED: a
 * failed job is COMPLETED with an `error` beside it. COMPLETED means that the files are ours.
 */
export function presentStatus(row: Row, { model, origin, language, logs }: Asked) {
  const common = { request_id: row.id, ...addressesOf(row.id, model, origin) }
  if (row.status === 'pending')
    return { status: 'IN_QUEUE', ...common, queue_position: row.queue_position ?? 0 }
  if (isOpen(row.status)) return { status: 'IN_PROGRESS', ...common, logs }
  return {
    status: 'COMPLETED',
    ...common,
    logs,
    metrics: { inference_time: secondsOf(row) },
    ...errorOf(row, language),
  }
}

function errorOf(row: Row, language: Language) {
  const { error_code } = row
  if (!error_code) return {}
  const failure = falFailures[error_code]
  const type = 'input' in failure ? failure.input : failure.errorType
  return { error: failureMessage({ ...row, error_code }, language), error_type: type }
}

/**
 * As the provider said, else from the moment it ran until its files were here, in seconds; `null`
 * when it never ran.
 */
export function secondsOf(row: Row): number | null {
  const { run_ms } = timingsOf(row)
  return run_ms === null ? null : run_ms / 1000
}
