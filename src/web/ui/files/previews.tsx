import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Pause, Play } from '../icons/basic-icons.ts'

export type MediaMeasures = { width: number; height: number; seconds?: number }

export type ImagePreviewProps = {
  /** Its addresses, best first: the next one is tried where one fails to load. */
  sources: readonly string[]
  alt: string
  onMeasured?: (size: MediaMeasures) => void
  /** Replaces it when no address works. */
  otherwise: ReactNode
  className?: string
}

/** An image from the first of several addresses that works. */
export function ImagePreview({
  sources,
  alt,
  onMeasured,
  otherwise,
  className,
}: ImagePreviewProps) {
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

export type VideoPreviewProps = {
  /** Its addresses, best first: the next one is tried where one fails to load. */
  sources: readonly string[]
  label: string
  onMeasured?: (size: MediaMeasures) => void
  /** Replaces it when no address works. */
  otherwise: ReactNode
  texts: { play: string; pause: string }
  className?: string
}

/** The first frame of a video, and a button that plays it without sound. */
export function VideoPreview({
  sources,
  label,
  onMeasured,
  otherwise,
  texts,
  className,
}: VideoPreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState<readonly string[]>([])
  const [isPlaying, setPlaying] = useState(false)
  const src = sources.find((source) => !broken.includes(source))
  if (src === undefined) return otherwise
  const toggle = () =>
    isPlaying ? video.current?.pause() : void video.current?.play().catch(() => undefined)
  return (
    <>
      <video
        key={src}
        ref={video}
        // Phones show no frame of a video that was not played unless a position is set.
        src={`${src}#t=0.001`}
        aria-label={label}
        muted
        loop
        playsInline
        preload="auto"
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight, duration } }) =>
          onMeasured?.({ width: videoWidth, height: videoHeight, seconds: duration })
        }
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken([...broken, src])}
        className={className}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? texts.pause : texts.play}
        small
        onImage
        onClick={toggle}
        className="absolute bottom-2 left-2"
      />
    </>
  )
}
