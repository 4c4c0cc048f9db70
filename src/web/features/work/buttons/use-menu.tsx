import { WandSparkles } from 'lucide-react'
import type { MediaView } from '#contract/generation.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usesOf } from '../addresses/uses.ts'
import { tightButton, tightLabel } from './tight.ts'

type UseMenuProps = {
  media: MediaView | undefined
  /** The label is read by screen readers only where room is short. */
  isTight?: boolean
  /** Stands on the picture itself: an icon that names the picture by its number. */
  onPicture?: boolean
  /** Called before the page of a form opens. */
  onUse?: () => void
}

/** Where a result can go next: the forms that take a file of its kind. */
export function UseMenu({ media, isTight, onPicture, onUse }: UseMenuProps) {
  const uses = media ? usesOf(media) : []
  if (!media || uses.length === 0) return null
  return (
    <Popover
      label={m.work_use_label()}
      side="above"
      align="start"
      trigger={(trigger) =>
        onPicture ? (
          <IconButton
            {...trigger}
            icon={WandSparkles}
            small
            onPicture
            label={m.work_use_image({ at: media.position })}
          />
        ) : (
          <Button
            {...trigger}
            size="small"
            variant="quiet"
            icon={WandSparkles}
            className={isTight ? tightButton : ''}
          >
            <span className={isTight ? tightLabel : ''}>{m.work_use()}</span>
          </Button>
        )
      }
    >
      <ul>
        {uses.map(({ label, to, query }) => (
          <li key={to}>
            <Link
              to={to}
              query={query}
              onClick={onUse}
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
