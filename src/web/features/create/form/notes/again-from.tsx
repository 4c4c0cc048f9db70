import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft, X } from 'lucide-react'
import { generationQuery } from '#web/lib/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle, recordAddress } from '#web/shared/record-links.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

type AgainFromProps = { parentId: string; isSignedIn: boolean; onForget: () => void }

/**
 * What the form's work is made again from, while that is still there; it may as well be something
 * of its own.
 */
export function AgainFrom({ parentId, isSignedIn, onForget }: AgainFromProps) {
  const { data: parent } = useQuery({ ...generationQuery(parentId), enabled: isSignedIn })
  if (!parent) return null
  return (
    <p className="-my-2 flex items-center gap-1.5 text-small text-quiet">
      <CornerUpLeft size={14} aria-hidden className="shrink-0" />
      <span className="shrink-0">{m.work_again_from()}</span>
      <Link
        {...recordAddress(parent)}
        className="min-w-0 truncate rounded-control text-text underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {generationTitle(parent)}
      </Link>
      <IconButton
        icon={X}
        small
        label={m.work_again_forget()}
        onClick={onForget}
        className="-my-1"
      />
    </p>
  )
}
