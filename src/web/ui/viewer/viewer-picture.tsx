import { useState } from 'react'
import type { ViewerItem } from './viewer-item.ts'

/** Small pictures are enlarged to twice their size at most. */
const enlargedBy = 2

type ViewerPictureProps = { item: ViewerItem; failed: string }

/**
 * A picture as large as it fits. Its thumbnail, which the page has already, stands in its place
 * until it is there.
 */
export function ViewerPicture({ item, failed }: ViewerPictureProps) {
  const { src, alt, thumbnail } = item
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming')
  if (state === 'failed') {
    return (
      <p
        role="alert"
        className="flex size-full items-center justify-center px-4 text-center text-quiet"
      >
        {failed}
      </p>
    )
  }
  return (
    <>
      {thumbnail && (
        <img
          src={thumbnail}
          alt=""
          draggable={false}
          className={`absolute inset-0 size-full ${state === 'there' ? 'invisible transition-[visibility] delay-200' : ''}`}
        />
      )}
      <img
        src={src}
        alt={alt}
        draggable={false}
        decoding="async"
        fetchPriority="high"
        onLoad={() => setState('there')}
        onError={() => setState('failed')}
        className={`absolute inset-0 size-full transition-opacity duration-150 ${state === 'there' ? '' : 'opacity-0'}`}
      />
    </>
  )
}

/** The place of a picture within its frame, which is a size container. */
export function placeOf({ width, height }: ViewerItem) {
  if (!width || !height) return { width: '100%', height: '100%' }
  const ratio = width / height
  return { width: `min(100cqw, 100cqh * ${ratio}, ${width * enlargedBy}px)`, aspectRatio: ratio }
}
