import type { FaultName } from '../faults.ts'

/**
 * One request as the emulator remembers it. This is what lies on disk; times are in ms since 1970.
 */
export type Job = {
  id: string
  /** Order of arrival: the queue is first come, first served. */
  number: number
  /** The endpoint's full id, `owner/alias[/path]`. */
  endpoint: string
  /**
   * The body as it came, unchecked: the provider reports a bad one only after the job has
   * "completed".
   */
  input: unknown
  /** The digits of the input's seed where a number would lose some: answers name it so. */
  exactSeed?: string
  /** Used where the input names no seed. */
  seed: number
  /** The least time from start to finish. */
  durationMs: number
  faults: FaultName[]
  acceptedAt: number
  startedAt?: number
  finishedAt?: number
  outcome?: Outcome
  webhook?: Webhook
  /** The job accepted just before this one; the fault `webhook-other-job` speaks of it. */
  previousId?: string
}

/**
 * The webhook of a job and its attempts. `settled`: nothing more will be
 * sent.
 */
export type Webhook = { url: string; attempts: WebhookAttempt[]; settled: boolean }

/** One request sent. `status` is what it was answered with, `null` when there was no answer. */
export type WebhookAttempt = { at: number; kind: WebhookKind; status: number | null }

export type WebhookKind =
  | 'event'
  | 'repeated'
  | 'forged'
  | 'foreign-user'
  | 'foreign-key'
  | 'other-job'

/**
 * What the result address answers once the job is finished. A `url` in `body` is relative to the
 * emulator's address.
 */
export type Outcome = { httpStatus: number; body: unknown; errorType?: string }

export type JobState = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED'

/** The three states there are; a failed or cancelled job is `COMPLETED` too. */
export function stateOf(job: Job): JobState {
  if (job.outcome) return 'COMPLETED'
  return job.startedAt === undefined ? 'IN_QUEUE' : 'IN_PROGRESS'
}

/**
 * The application a job belongs to, `owner/alias`: status, result and cancel know no more of the
 * endpoint.
 */
export function applicationOf(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/')
}
