import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
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

/** A kind of record whose list is not built yet. */
export function NoHistoryYet({ text }: { text: string }) {
  return (
    <div className="mt-3 flex max-w-lg flex-col items-start gap-4">
      <Badge>{m.soon_mark()}</Badge>
      <p className="text-prompt text-quiet">{text}</p>
      <Link to="/creator/history/image" className={buttonStyle()}>
        {m.history_image()}
      </Link>
    </div>
  )
}
