import { type ReactNode, useState } from 'react'

export type Measured = { width: number; height: number; seconds?: number }

export type PictureProps = {
  /** Where it may be seen, best first: the next one is tried where one cannot be shown. */
  sources: readonly string[]
  alt: string
  onMeasured?: (size: Measured) => void
  /** Stands in its place when no source can be shown. */
  otherwise: ReactNode
  className?: string
}

/** A picture from the first of several places that has it. */
export function Picture({ sources, alt, onMeasured, otherwise, className }: PictureProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const src = sources.find((source) => !broken.includes(source))
  if (src === undefined) return otherwise
  return (
    <img
      key={src}
      src={src}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onMeasured?.({ width: naturalWidth, height: naturalHeight })
      }
      onError={() => setBroken([...broken, src])}
      className={className}
    />
  )
}
