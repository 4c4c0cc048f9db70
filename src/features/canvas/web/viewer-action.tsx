import type { ViewerActionProps } from '#web/history/viewer/viewer-actions.tsx'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { tightButton, tightLabel } from '#web/shared/record-actions/result-buttons.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { Layers } from '#web/ui/icons/history-icons.ts'

/** From a record of a canvas to the canvas. */
export function ViewerAction({ generation }: ViewerActionProps) {
  const { generation_type: type, input } = generation
  if (type !== 'canvas' || typeof input.canvas_id !== 'string') return null
  return (
    <Link
      to={`/canvas/${input.canvas_id}`}
      data-tip={m.canvas_open_record()}
      aria-label={m.canvas_open_record()}
      className={`${buttonStyle({ variant: 'quiet', size: 'small' })} ${tightButton}`}
    >
      <Layers size={16} aria-hidden />
      <span className={tightLabel}>{m.canvas_open_record()}</span>
    </Link>
  )
}
