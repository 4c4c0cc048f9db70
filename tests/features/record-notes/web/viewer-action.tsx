import type { ViewerActionProps } from '#web/history/viewer/viewer-actions.tsx'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { tightButton, tightLabel } from '#web/shared/record-actions/result-buttons.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { Tag } from '#web/ui/icons/history-icons.ts'
import { notesPath } from '../rules.ts'

/** To the note of the shown record. */
export function ViewerAction({ generation }: ViewerActionProps) {
  return (
    <Link
      to={notesPath}
      query={{ record: generation.id }}
      data-tip={m.notes_action()}
      aria-label={m.notes_action()}
      className={`${buttonStyle({ variant: 'quiet', size: 'small' })} ${tightButton}`}
    >
      <Tag size={16} aria-hidden />
      <span className={tightLabel}>{m.notes_action()}</span>
    </Link>
  )
}
