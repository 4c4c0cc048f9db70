import { useState } from 'react'
import type { MediaView } from '#contract/generation.ts'
import { hasThumbnail, thumbnailUrl } from './media.ts'

type ThumbnailProps = {
  /** The first of these that can be seen is shown. */
  of: readonly (MediaView | undefined)[]
  className?: string
}

/** A file standing still: an image, a thumbnail, or the first frame of a video that has none. */
export function Thumbnail({ of, className }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  const media = of.find(hasThumbnail)
  if (!media) return null
  const address = thumbnailUrl(media)
  const shared = {
    // Not removed: the page fetches it again (reload-media.ts).
    className: broken === media.url ? `invisible ${className ?? ''}` : className,
    onError: () => setBroken(media.url),
  }
  if (address)
    return (
      <img
        {...shared}
        key={address}
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={() => setBroken(undefined)}
      />
    )
  // Phones show nothing of a video that was not played unless a moment is named.
  const start = `${media.url}#t=0.001`
  return (
    <video
      {...shared}
      src={start}
      muted
      playsInline
      preload="metadata"
      aria-hidden
      tabIndex={-1}
      onLoadedMetadata={() => setBroken(undefined)}
    />
  )
}
