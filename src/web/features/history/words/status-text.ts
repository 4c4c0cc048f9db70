import type { Kind } from '#catalogue/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'

const texts: Record<string, () => string> = {
  completed: m.history_status_completed,
  processing: m.history_status_processing,
  pending: m.history_status_pending,
  failed: m.history_status_failed,
  partial: m.history_status_partial,
}

/**
 * The status that is shown: sound that waits is already “processing” (docs/spec/history.md#list).
 */
export function shownStatus(status: string, kind?: Kind): string {
  return kind === 'audio' && status === 'pending' ? 'processing' : status
}

/**
 * A status in words; one that nobody knows as it came (docs/spec/creation.md#life-of-a-generation).
 */
export function statusText(status: string, kind?: Kind): string {
  const shown = shownStatus(status, kind)
  return texts[shown]?.() ?? shown
}
