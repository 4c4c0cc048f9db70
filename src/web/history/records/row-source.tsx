import { type PointerEvent, useState } from 'react'
import type { MediaView } from '#core/generations/generation-contract.ts'
import { kindTexts } from '#web/kinds.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, isVideo } from '#web/shared/media.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Play } from '#web/ui/icons/basic-icons.ts'
import { ImageOff } from '#web/ui/icons/form-icons.ts'
import { Images } from '#web/ui/icons/history-icons.ts'
import { prefersReducedMotion } from '#web/ui/reduced-motion.ts'
import type { ItemProps } from '../list/layouts.ts'
import { canOpen } from '../viewer/viewer-slides.ts'
import { HoverPreview } from './tiles.tsx'

/** The images at the side of a row. */
export type SourceLook = {
  /** The first of these that has a thumbnail is shown. */
  of: readonly (MediaView | undefined)[]
  /** The number of images, where that is more than one. */
  count?: number
  /** A label on it, such as “Before”. */
  word?: string
}

type RowSourceProps = Pick<ItemProps, 'generation' | 'onOpen'> & { title: string; look: SourceLook }

/**
 * The image at the side of a row; pressing it opens the record, a video plays while the pointer is
 * over it.
 */
export function RowSource({
  generation,
  onOpen,
  title,
  look: { of, count = 0, word },
}: RowSourceProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const video = of.find((media) => media !== undefined)
  const isPlaying = isPointedAt && video !== undefined && isVideo(video)
  const point = ({ pointerType }: PointerEvent) => {
    setPointedAt(pointerType === 'mouse' && !prefersReducedMotion())
  }
  const Icon = generation.status === 'failed' ? ImageOff : kindTexts[generation.kind].icon
  const look = 'relative block size-20 overflow-hidden bg-raised sm:size-28'
  const still = (
    <>
      <Thumbnail
        of={of}
        className={`absolute inset-0 size-full object-cover ${isOpen(generation) ? 'breathe scale-110 blur-sm' : ''} ${generation.status === 'failed' ? 'opacity-50 grayscale' : ''}`}
      />
      {isPlaying && <HoverPreview video={video} />}
      {canOpen(generation) && !of.some(hasThumbnail) && (
        <Icon
          size={24}
          strokeWidth={1.25}
          aria-hidden
          className="absolute inset-0 m-auto text-faint"
        />
      )}
    </>
  )
  return (
    <div onPointerEnter={point} onPointerLeave={() => setPointedAt(false)} className="relative">
      {canOpen(generation) ? (
        <button
          type="button"
          aria-label={m.records_preview({ name: title })}
          onClick={onOpen}
          data-viewer-opener={generation.id}
          className={`${look} ring-on-picture`}
        >
          {still}
        </button>
      ) : (
        <span className={look}>{still}</span>
      )}
      <span className="pointer-events-none absolute right-1 bottom-1 flex gap-1">
        {word && <Badge onImage>{word}</Badge>}
        {count > 1 && (
          <Badge onImage>
            <Images size={12} aria-hidden />
            {count}
          </Badge>
        )}
        {video && isVideo(video) && !isPlaying && (
          <Badge onImage>
            <Play size={10} fill="currentColor" aria-hidden />
          </Badge>
        )}
      </span>
    </div>
  )
}
