import { X } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { hasStill } from '../../work/media-kind.ts'
import { nameOf } from '../../work/name-of.ts'
import { Still } from '../../work/still.tsx'
import { useWorkActions } from '../../work/use-work-actions.ts'
import { RemoveButton } from '../remove/remove-button.tsx'
import { snippet } from './snippet.ts'
import { refundText, useStateText } from './state-text.ts'

/** Work that is still going on, over what it is made from: its place in the queue, or how long it has been worked on. */
export function RunningTile({ generation }: { generation: GenerationView }) {
  const text = useStateText(generation)
  const { cancel } = useWorkActions(generation)
  const isSeen = hasStill(generation.inputs[0])
  const name = snippet(nameOf(generation))
  return (
    <div className="relative flex size-full flex-col justify-end overflow-hidden border border-line bg-raised text-small">
      <Still
        of={[generation.inputs[0]]}
        className="breathe absolute inset-0 size-full scale-110 object-cover blur-md"
      />
      <div className={`relative flex flex-col gap-1.5 p-3 ${isSeen ? 'scheme-dark bg-ground/85 text-text' : ''}`}>
        <p className="line-clamp-3 text-quiet">{name}</p>
        <p className="font-medium tabular-nums">{text}</p>
        {generation.status === 'processing' && <ProgressBar label={name} percent={generation.progress ?? undefined} />}
      </div>
      {generation.can_cancel && (
        <IconButton
          icon={X}
          small
          onPicture
          label={m.stage_cancel()}
          onClick={() => void cancel()}
          className="!absolute top-1.5 right-1.5"
        />
      )}
    </div>
  )
}

/** Work that came to nothing: why, and what about the credits. */
export function FailedTile({ generation }: { generation: GenerationView }) {
  return (
    <div className="flex size-full flex-col justify-end gap-1 overflow-hidden border border-line p-3 text-small">
      <span className="-mt-1 -mr-1 mb-auto flex items-center justify-between">
        <Badge tone="bad">{m.history_status_failed()}</Badge>
        <RemoveButton generation={generation} small />
      </span>
      <p className="line-clamp-2 text-quiet">{snippet(nameOf(generation))}</p>
      <p className="line-clamp-3">{generation.error_message || m.history_no_text()}</p>
      <p className="text-quiet">{refundText(generation)}</p>
    </div>
  )
}
