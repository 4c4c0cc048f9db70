import { type Job, type JobOutcome, parseApplication, stateOf } from './jobs/job.ts'

/** The addresses of one job, below the emulator's current address. */
export function addressesOf(job: Job, base: string) {
  const request = `${base}/${parseApplication(job.endpoint)}/requests/${job.id}`
  return { response_url: request, status_url: `${request}/status`, cancel_url: `${request}/cancel` }
}

export type StatusQuestion = { base: string; position: number; withLogs: boolean; now: number }

/** The status answer. There is no FAILED: a failed job is COMPLETED, with `error` beside it. */
export function statusAnswer(job: Job, { base, position, withLogs, now }: StatusQuestion) {
  const common = { request_id: job.id, ...addressesOf(job, base) }
  const logs: LogLine[] | null = withLogs ? logLines(job, now) : null
  switch (stateOf(job)) {
    case 'IN_QUEUE':
      return { status: 'IN_QUEUE', ...common, queue_position: position }
    case 'IN_PROGRESS':
      return { status: 'IN_PROGRESS', ...common, logs }
    case 'COMPLETED':
      return {
        status: 'COMPLETED',
        ...common,
        logs,
        metrics: metricsOf(job),
        ...errorOf(job.outcome),
      }
  }
}

function metricsOf({ startedAt, finishedAt }: Job) {
  const seconds =
    startedAt === undefined || finishedAt === undefined ? null : (finishedAt - startedAt) / 1000
  return { inference_time: seconds }
}

function errorOf(outcome: JobOutcome | undefined) {
  if (!outcome || outcome.httpStatus < 400) return {}
  const { detail } = outcome.body as { detail: unknown }
  const error = typeof detail === 'string' ? detail : `Invalid status code: ${outcome.httpStatus}`
  return { error, ...(outcome.errorType && { error_type: outcome.errorType }) }
}

/** The body of a result as JSON text. */
export function resultText(
  { body }: JobOutcome,
  base: string,
  { exactSeed }: Pick<Job, 'exactSeed'>,
): string {
  return withAddresses(body, base, exactSeed)
}

/**
 * JSON text, with absolute addresses of the emulator's own files, and `exactSeed` with all its
 * digits.
 */
export function withAddresses(body: unknown, base: string, exactSeed?: string): string {
  return JSON.stringify(body, (key, value) => {
    if (key === 'url' && String(value).startsWith('/')) return base + value
    return key === 'seed' && exactSeed && value === Number(exactSeed)
      ? (seedAsJson(exactSeed) ?? value)
      : value
  })
}

/** The headers of a result: the request's id, the type of error, and one unit for each file. */
export function resultHeaders(job: Job, outcome: JobOutcome): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-fal-request-id': job.id,
    ...(outcome.errorType && { 'x-fal-error-type': outcome.errorType }),
    ...(outcome.httpStatus === 422 && { 'x-fal-retryable': 'false' }),
    'x-fal-billable-units': String(outcome.httpStatus === 200 ? unitsOf(outcome.body) : 0),
  }
}

function unitsOf(body: unknown): number {
  const { images } = Object(body) as { images?: unknown }
  return Array.isArray(images) ? images.length : 1
}

/**
 * What `JSON.stringify` writes as a number with every digit; `undefined` where the value is no
 * whole number.
 */
function seedAsJson(value: unknown): object | undefined {
  const digits = String(value ?? '')
  // The type library does not have `rawJSON` yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }
  return /^-?(0|[1-9]\d*)$/.test(digits) ? rawJSON(digits) : undefined
}

export type LogLine = { message: string; level: 'INFO'; source: 'USER'; timestamp: string }

const defaultSteps = 20

/**
 * The log of a job until `now` (ms since 1970): a progress bar like a sampler's, ` 36%|███▌ |
 * 10/28`. It is not stored; it is computed from the job's start and duration.
 */
function logLines(job: Job, now: number): LogLine[] {
  if (job.startedAt === undefined) return []
  const steps = stepsOf(job.input)
  const done = progressOf(job, now)
  const lines = Array.from({ length: Math.floor(done * steps) + 1 }, (_, step) =>
    line(job, step, steps),
  )
  return job.outcome && job.outcome.httpStatus >= 400 ? lines.slice(0, -1) : lines
}

function progressOf(job: Job, now: number): number {
  if (job.outcome) return 1
  const elapsed = now - (job.startedAt ?? now)
  return Math.min(0.99, Math.max(0, elapsed / Math.max(1, job.durationMs)))
}

function line(job: Job, step: number, steps: number): LogLine {
  const share = step / steps
  const bar = '█'.repeat(Math.floor(share * 10)).padEnd(10)
  const percent = String(Math.round(share * 100)).padStart(3)
  return {
    message: `${percent}%|${bar}| ${step}/${steps}`,
    level: 'INFO',
    source: 'USER',
    timestamp: new Date((job.startedAt ?? 0) + share * job.durationMs).toISOString(),
  }
}

function stepsOf(input: unknown): number {
  const steps = (input as { num_inference_steps?: unknown } | null)?.num_inference_steps
  return Number.isInteger(steps) && Number(steps) >= 1 && Number(steps) <= 100
    ? Number(steps)
    : defaultSteps
}
