import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge, type BadgeProps } from '#web/ui/feedback/badge.tsx'

type Look = { tone: NonNullable<BadgeProps['tone']>; text: () => string }

const looks: Record<string, Look> = {
  completed: { tone: 'good', text: m.history_status_completed },
  processing: { tone: 'accent', text: m.history_status_processing },
  pending: { tone: 'plain', text: m.history_status_pending },
  failed: { tone: 'bad', text: m.history_status_failed },
  partial: { tone: 'warn', text: m.history_status_partial },
}

type StatusBadgeProps = { generation: Pick<GenerationView, 'status' | 'kind'> }

/** How a record stands; sound that waits is already “processing” (specification, decisions §7). */
export function StatusBadge({ generation: { status, kind } }: StatusBadgeProps) {
  const shown = kind === 'audio' && status === 'pending' ? 'processing' : status
  const look = looks[shown]
  return <Badge tone={look?.tone ?? 'plain'}>{look?.text() ?? shown}</Badge>
}
