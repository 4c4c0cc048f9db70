import type { FaultName } from '../faults.ts'

/** One request, in the format on disk; times are in ms since 1970. */
export type Job = {
  id: string
  /** Order of arrival: the queue is first come, first served. */
  number: number
  /** The endpoint's full id, `owner/alias[/path]`. */
  endpoint: string
  /**
   * The body as received, not validated: the provider reports an invalid one only after the job has
   * "completed".
   */
  input: unknown
  /** The digits of the input's seed where a number would lose some; answers contain them. */
  exactSeed?: string
  /** Used where the input has no seed. */
  seed: number
  /** The least time from start to finish. */
  durationMs: number
  faults: FaultName[]
  acceptedAt: number
  startedAt?: number
  finishedAt?: number
  outcome?: JobOutcome
  webhook?: Webhook
  /** The job accepted just before this one; the fault `webhook-other-job` reports it. */
  previousId?: string
}

/** The webhook of a job and its attempts. `settled`: nothing more will be sent. */
export type Webhook = { url: string; attempts: WebhookAttempt[]; settled: boolean }

/** One sent request. `status` is the status of its answer, `null` when there was no answer. */
export type WebhookAttempt = { at: number; kind: WebhookKind; status: number | null }

export type WebhookKind =
  | 'event'
  | 'repeated'
  | 'forged'
  | 'foreign-user'
  | 'foreign-key'
  | 'other-job'

/**
 * The answer of the result address once the job is finished. A `url` in `body` is relative to the
 * emulator's address.
 */
export type JobOutcome = { httpStatus: number; body: unknown; errorType?: string }

export type JobState = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED'

/** The three states; a failed or cancelled job is `COMPLETED` too. */
export function stateOf(job: Job): JobState {
  if (job.outcome) return 'COMPLETED'
  return job.startedAt === undefined ? 'IN_QUEUE' : 'IN_PROGRESS'
}

/**
 * The application of a job, `owner/alias`: the addresses for status, result and cancel contain no
 * more of the endpoint.
 */
export function parseApplication(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/')
}
