import type { Job } from './job.ts'

export type LogLine = { message: string; level: 'INFO'; source: 'USER'; timestamp: string }

const defaultSteps = 20

/**
 * What a job has printed by `now` (ms since 1970): a progress bar like a sampler's, ` 36%|███▌
 * | 10/28`. Nothing of it is stored; it follows from when the job started and how long it takes.
 */
export function logLines(job: Job, now: number): LogLine[] {
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
