import type { GenerationView } from '#contract/generation.ts'
import { Badge, type BadgeProps } from '#web/ui/feedback/badge-and-progress.tsx'
import { shownStatus, statusText } from '../words/status-text.ts'

const tones: Record<string, NonNullable<BadgeProps['tone']>> = {
  completed: 'good',
  processing: 'accent',
  failed: 'bad',
  partial: 'warn',
}

type StatusBadgeProps = { generation: Pick<GenerationView, 'status' | 'kind'> }

/** How a record stands. */
export function StatusBadge({ generation: { status, kind } }: StatusBadgeProps) {
  return (
    <Badge tone={tones[shownStatus(status, kind)] ?? 'plain'}>{statusText(status, kind)}</Badge>
  )
}
