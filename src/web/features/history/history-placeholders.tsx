import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The hub itself, before one of its lists is chosen. */
export function PickHistory() {
  return (
    <EmptyState
      title={m.history_pick()}
      action={
        <Link to="/creator/history/image" className={buttonStyle()}>
          {m.history_image()}
        </Link>
      }
    >
      {m.history_pick_text()}
    </EmptyState>
  )
}
