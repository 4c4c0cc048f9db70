import type { Endpoint, RenderContext } from '../endpoints/endpoints.ts'
import { checkInput } from '../endpoints/input-schema.ts'
import {
  contentPolicyViolation,
  fileDownloadError,
  internalError,
  inventedValidationError,
  modelError,
  requestTimeout,
} from '../errors.ts'
import type { FaultName } from '../faults.ts'
import { type FileSource, openInputs } from '../open-inputs.ts'
import type { Job, JobOutcome } from './job.ts'

const failures: Partial<Record<FaultName, JobOutcome>> = {
  'internal-error': internalError,
  'request-timeout': requestTimeout,
  validation: inventedValidationError,
  'content-policy': contentPolicyViolation,
  'file-download-error': modelError([fileDownloadError]),
}

/** The context in which a job runs, except its own files, and how those are fetched. */
export type Means = Omit<RenderContext, 'files'> & {
  source: FileSource
  endpoints: readonly Endpoint[]
}

/**
 * Runs a job: returns the answer of its result address. Throws only on an error of the emulator
 * itself.
 */
export async function runJob(
  job: Job,
  { source, endpoints, ...context }: Means,
): Promise<JobOutcome> {
  const endpoint = endpoints.find(({ id }) => id === job.endpoint)
  if (!endpoint) throw new Error(`No endpoint ${job.endpoint}`)

  const checked = checkInput(endpoint.schema, job.input)
  if (!checked.ok) return modelError(checked.detail)

  const opened = await openInputs(endpoint.schema, checked.input, source)
  if (!opened.ok) return modelError(opened.detail)

  const mismatches = endpoint.checkFiles?.(opened.files, checked.input) ?? []
  if (mismatches.length > 0) return modelError(mismatches)

  const failure = job.faults.find((fault) => failures[fault])
  if (failure) return failures[failure] ?? internalError

  return {
    httpStatus: 200,
    body: await endpoint.make(job, checked.input, { ...context, files: opened.files }),
  }
}
