import type { GenerationView } from '#contract/generation.ts'
import { formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** Why a job waits and how long at most, where it is not for its turn; else `null`. */
export function waitingReason({ waiting_reason, waiting_until }: GenerationView): string | null {
  if (!waiting_reason) return null
  return waiting_until
    ? m.work_unconfirmed_until({ time: formatTime(waiting_until) })
    : m.work_unconfirmed()
}

/** What the button says that cancels a job. */
export function cancelLabel({ waiting_reason }: GenerationView): string {
  return waiting_reason ? m.work_stop_waiting() : m.stage_cancel()
}
