import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatElapsed } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { elapsedMs } from './job-progress.ts'

/** The state of a job for display: cancelled is not the same as failed. */
type JobState = 'waiting' | 'working' | 'done' | 'partial' | 'failed' | 'cancelled'

export function jobState({
  status,
  error_code,
}: Pick<GenerationView, 'status' | 'error_code'>): JobState {
  switch (status) {
    case 'pending':
      return 'waiting'
    case 'processing':
      return 'working'
    case 'completed':
      return 'done'
    case 'partial':
      return 'partial'
    case 'failed':
      return error_code === 'cancelled' ? 'cancelled' : 'failed'
  }
}

/** “Waiting · 2 ahead of you”, without the number while the place in the queue is unknown. */
export function waitingText({
  queue_position: ahead,
  waiting_reason,
}: Pick<GenerationView, 'queue_position' | 'waiting_reason'>): string {
  if (waiting_reason) return m.work_unconfirmed_short()
  if (ahead === null) return m.stage_waiting()
  return ahead === 0 ? m.stage_waiting_next() : m.stage_waiting_ahead({ count: ahead })
}

/** “Working · 12 s”, with the percentage where the provider reports one. `now` is in ms. */
export function workingText(generation: GenerationView, now: number): string {
  if (generation.is_saving) return m.state_saving()
  const elapsed = formatElapsed(elapsedMs(generation, now))
  if (generation.progress === null) return m.stage_working({ elapsed })
  return m.stage_working_percent({ percent: generation.progress, elapsed })
}

/**
 * What a screen reader announces when a job changes its state; nothing that changes every second.
 */
export function announcement(generation: GenerationView): string {
  const isQuestion = generation.kind === 'image-understanding'
  if (generation.is_cancelling) return m.stage_cancelling()
  switch (jobState(generation)) {
    case 'waiting':
      return isQuestion ? m.understand_submitted() : waitingText(generation)
    case 'working':
      return generation.is_saving ? m.state_saving() : m.stage_working_now()
    case 'done':
      return isQuestion ? m.understand_completed() : m.stage_done()
    case 'partial':
      return partialText(generation)
    case 'failed':
      return failedText(generation)
    case 'cancelled':
      return m.stage_cancelled()
  }
}

/** “3 of 4 images came back.” */
export function partialText({ images, number_of_images }: GenerationView): string {
  return m.stage_partial({ arrived: images.length, asked: number_of_images })
}

/**
 * That it failed, and whether it was refunded: an operator may have switched automatic refunds off.
 */
export function failedText({ credits_charged, credits_refunded }: GenerationView): string {
  const kept = credits_charged - credits_refunded
  return kept > 0 ? m.stage_failed_charged({ count: kept, amount: kept }) : m.stage_failed()
}
