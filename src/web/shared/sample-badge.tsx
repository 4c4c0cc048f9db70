import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'

/** Marks what the demo's engine made. */
export function SampleBadge({ onImage = false }: { onImage?: boolean }) {
  return (
    <span title={m.stage_sample_why()} className="flex">
      <Badge onImage={onImage}>{m.stage_sample()}</Badge>
    </span>
  )
}
