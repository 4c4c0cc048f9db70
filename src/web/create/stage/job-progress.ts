import type { GenerationView } from '#core/generations/generation-contract.ts'

/**
 * The progress of a job, in percent, and whether it is reported or only estimated from the elapsed
 * time.
 */
export type Progress = { percent: number; isGuess: boolean }

type Timed = Pick<GenerationView, 'created_at' | 'started_at' | 'completed_at'>

/**
 * The provider's own figure, else 1 % for every 3 s, at most 99
 * (docs/spec/creation.md#life-of-a-generation). `now` is in ms.
 */
export function jobProgress(
  generation: Timed & Pick<GenerationView, 'progress'>,
  now: number,
): Progress {
  if (generation.progress !== null)
    return { percent: Math.min(100, Math.max(0, generation.progress)), isGuess: false }
  return { percent: Math.min(99, Math.floor(elapsedMs(generation, now) / 3_000)), isGuess: true }
}

/** How long a job has been running, in ms; before that, how long it has waited. `now` is in ms. */
export function elapsedMs({ created_at, started_at }: Timed, now: number): number {
  return Math.max(0, now - Date.parse(started_at ?? created_at))
}

/** The time from the request to the end, in ms; `null` while it is not finished. */
export function durationMs({ created_at, completed_at }: Timed): number | null {
  return completed_at === null
    ? null
    : Math.max(0, Date.parse(completed_at) - Date.parse(created_at))
}
