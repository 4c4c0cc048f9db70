import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft } from 'lucide-react'
import { generationQuery } from '#web/lib/generations.ts'
import { Link } from '#web/lib/link.tsx'
import { useLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle, recordAddress } from '#web/shared/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'

/** What a record was made again from, while that is still there; it opens above what is shown. */
export function ParentLink({ parentId }: { parentId: string }) {
  const { path, query } = useLocation()
  const { data: parent } = useQuery(generationQuery(parentId))
  if (!parent) return null
  const { to, query: own } = recordAddress(parent)
  return (
    <Link
      to={to}
      query={path === to ? { ...query, result: undefined, ...own } : own}
      layer={path === to}
      className="flex items-center gap-3 rounded-control border border-line p-2 text-small hover:bg-hover"
    >
      <span className="size-10 shrink-0 overflow-hidden bg-stage">
        <Thumbnail of={[...parent.images, ...parent.inputs]} className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-1 text-quiet">
          <CornerUpLeft size={12} aria-hidden />
          {m.viewer_parent()}
        </span>
        <span className="block truncate">{generationTitle(parent)}</span>
      </span>
    </Link>
  )
}
