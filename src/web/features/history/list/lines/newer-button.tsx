import { ArrowUp } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

type NewerButtonProps = {
  count: number
  /** How much of the window is covered above, in px. */
  top: number
  onPress: () => void
}

/** Says quietly that there is something new further up, and leads there. */
export function NewerButton({ count, top, onPress }: NewerButtonProps) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky z-[4] flex h-0 justify-center"
      style={{ top: top + 8 }}
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onPress}
          className="fade-in pointer-events-auto flex h-8 items-center gap-1.5 rounded-full bg-overlay px-3.5 text-small font-medium shadow-overlay hover:text-accent"
        >
          <ArrowUp size={16} aria-hidden />
          {m.history_new({ count, shown: formatNumber(count) })}
        </button>
      )}
    </div>
  )
}
