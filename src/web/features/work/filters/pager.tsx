import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

type PagerProps = { page: number; pages: number; onJump: (page: number) => void }

/**
 * Which page one looks at, and the way to the one before and after. Nothing while there is one
 * page.
 */
export function Pager({ page, pages, onJump }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav
      aria-label={m.history_pager()}
      className="flex items-center gap-1 max-lg:order-last max-lg:w-full max-lg:justify-between"
    >
      <IconButton
        icon={ChevronLeft}
        label={m.history_previous_page()}
        disabled={page <= 1}
        onClick={() => onJump(page - 1)}
      />
      <p className="text-small whitespace-nowrap text-quiet tabular-nums">
        {m.history_page_of({ page: formatNumber(page), pages: formatNumber(pages) })}
      </p>
      <IconButton
        icon={ChevronRight}
        label={m.history_next_page()}
        disabled={page >= pages}
        onClick={() => onJump(page + 1)}
      />
    </nav>
  )
}
