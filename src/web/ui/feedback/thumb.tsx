import { type ReactNode, useState } from 'react'

export type ThumbProps = {
  /** Without it the place is kept empty. */
  src?: string | null | undefined
  /** Say what it shows; '' when the text beside it already does. */
  alt: string
  /** Pixels of the picture; they keep its place before it arrives. */
  width: number
  height: number
  /** `cover` cuts it to the place it stands in, `contain` shows all of it. */
  fit?: 'cover' | 'contain'
  /** Load at once instead of when it comes near. */
  eager?: boolean
  /** Stands on the picture. */
  children?: ReactNode
}

/**
 * A picture at its own ratio. Its place is there before it is, and it fades in without moving
 * anything.
 */
export function Thumb({
  src,
  alt,
  width,
  height,
  fit = 'cover',
  eager = false,
  children,
}: ThumbProps) {
  const [shown, setShown] = useState<string>()
  return (
    <div
      className="relative w-full overflow-hidden bg-raised"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {src && (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          ref={(image) => {
            if (image?.complete) setShown(src)
          }}
          onLoad={() => setShown(src)}
          className={`absolute inset-0 size-full transition-opacity duration-200 ${fit === 'cover' ? 'object-cover' : 'object-contain'} ${shown === src ? '' : 'opacity-0'}`}
        />
      )}
      {children}
    </div>
  )
}
