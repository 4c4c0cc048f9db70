import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Images } from '#web/ui/icons/history-icons.ts'
import { Box, Music } from '#web/ui/icons/navigation-icons.ts'
import type { CollectionView } from '../contract.ts'

/** The cover of a collection, in the size of its place. */
export function CollectionCover({
  cover,
  className = '',
}: Pick<CollectionView, 'cover'> & { className?: string }) {
  const isAudio = cover?.content_type.startsWith('audio/')
  const isMesh = cover?.content_type.startsWith('model/')
  const Icon = isAudio ? Music : isMesh ? Box : Images
  return (
    <span
      className={`relative flex shrink-0 items-center justify-center overflow-hidden bg-stage ${className}`}
    >
      <Icon size={20} aria-hidden className="text-quiet" />
      {cover && <Thumbnail of={[cover]} className="absolute inset-0 size-full object-cover" />}
    </span>
  )
}
