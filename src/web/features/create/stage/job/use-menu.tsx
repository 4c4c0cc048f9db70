import { WandSparkles } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usesOf } from '../../../work/uses.ts'

/** Where the result can go next: the forms that take a file of its kind. Of several pictures, the first. */
export function UseMenu({ generation: { images } }: { generation: GenerationView }) {
  const uses = images[0] ? usesOf(images[0]) : []
  if (uses.length === 0) return null
  return (
    <Popover
      label={m.work_use_label()}
      side="above"
      align="start"
      trigger={(trigger) => (
        <Button {...trigger} size="small" variant="quiet" icon={WandSparkles}>
          {m.work_use()}
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
