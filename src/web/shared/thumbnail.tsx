import { useState } from 'react'
import type { MediaView } from '#core/generations/generation-contract.ts'
import { hasThumbnail, thumbnailUrl } from './media.ts'

type ThumbnailProps = {
  /** The first of these that has a thumbnail is shown. */
  of: readonly (MediaView | undefined)[]
  className?: string
  /** The largest image at the top of a page: it is fetched before others. */
  isMain?: boolean
}

/** The thumbnail of a file: an image, or the first frame of a video that has none. */
export function Thumbnail({ of, className, isMain = false }: ThumbnailProps) {
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
        {...(isMain ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        decoding="async"
        onLoad={() => setBroken(undefined)}
      />
    )
  // Phones show no frame of a video that was not played unless a position is set.
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
