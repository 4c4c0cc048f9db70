import { WandSparkles } from 'lucide-react'
import type { MediaView } from '#contract/generation.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usesOf } from '../addresses/uses.ts'
import { tightButton, tightLabel } from './tight.ts'

type UseMenuProps = {
  media: MediaView | undefined
  /** The label is read by screen readers only where room is short. */
  isTight?: boolean
}

/** Where a result can go next: the forms that take a file of its kind. */
export function UseMenu({ media, isTight }: UseMenuProps) {
  const uses = media ? usesOf(media) : []
  if (uses.length === 0) return null
  return (
    <Popover
      label={m.work_use_label()}
      side="above"
      align="start"
      trigger={(trigger) => (
        <Button {...trigger} size="small" variant="quiet" icon={WandSparkles} className={isTight ? tightButton : ''}>
          <span className={isTight ? tightLabel : ''}>{m.work_use()}</span>
        </Button>
      )}
    >
      <ul>
        {uses.map(({ label, to, query }) => (
          <li key={to}>
            <Link
              to={to}
              query={query}
              className="flex min-h-control items-center rounded-control px-3 text-body hover:bg-hover"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
