import { useEffect, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { factsOfKind, type Kind } from '#core/models/rules/kinds.ts'
import { serverNow } from '#web/lib/api.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { waitingReason } from '#web/shared/texts.ts'

/** Its place in the queue, or its elapsed time and its progress; updated every second. */
export function useStateText(generation: GenerationView): string {
  const { status, queue_position, progress, is_saving, started_at, created_at } = generation
  const now = useSeconds()
  const reason = waitingReason(generation)
  if (reason) return reason
  if (status === 'pending') {
    return queue_position
      ? m.history_waiting_behind({ count: queue_position })
      : m.history_waiting()
  }
  if (is_saving) return m.state_saving()
  const elapsed = formatElapsed(now - Date.parse(started_at ?? created_at))
  return progress === null
    ? m.history_working({ elapsed })
    : m.history_working_percent({ elapsed, percent: Math.round(progress) })
}

/** The server's time in ms, once a second. */
function useSeconds(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whether a failed generation was refunded, in one sentence. */
export function refundText({ credits_charged, credits_refunded }: GenerationView): string {
  if (credits_refunded >= credits_charged) return m.history_not_charged()
  if (credits_refunded > 0)
    return m.refund_given({ count: credits_refunded, credits: formatNumber(credits_refunded) })
  return m.refund_charged({ count: credits_charged, credits: formatNumber(credits_charged) })
}

/** That an operator removed its result, with the note to its owner. */
export function removalText({ removal_note: note }: GenerationView): string {
  return m.history_removed_text({ note: note ?? '' })
}

const texts: Record<string, () => string> = {
  completed: m.history_status_completed,
  processing: m.history_status_processing,
  pending: m.history_status_pending,
  failed: m.history_status_failed,
  partial: m.history_status_partial,
}

/** The status that is shown: some kinds hide waiting (docs/spec/history.md#list). */
export function shownStatus(status: string, kind?: Kind): string {
  return kind && factsOfKind(kind).hidesWaiting && status === 'pending' ? 'processing' : status
}

/** The name of a status; an unknown one as it came (docs/spec/creation.md#life-of-a-generation). */
export function statusText(status: string, kind?: Kind): string {
  const shown = shownStatus(status, kind)
  return texts[shown]?.() ?? shown
}
