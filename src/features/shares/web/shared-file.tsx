import type { MediaView } from '#core/generations/generation-contract.ts'
import { isImage, isMesh, isVideo, secondsOf } from '#web/shared/media.ts'
import { MeshView } from '#web/shared/mesh-view.tsx'
import { playerTexts } from '#web/shared/texts.ts'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'

type SharedFileProps = {
  file: MediaView
  /** What it shows, for screen readers. */
  title: string
  /** One of many: nothing is fetched before it is visible or played, and an image opens its file. */
  isInList?: boolean
}

/** A file of a shared result at its own ratio, with the player of videos and audio, or a 3D object. */
export function SharedFile({ file, title, isInList = false }: SharedFileProps) {
  if (isImage(file)) return <SharedImage {...{ file, title, isInList }} />
  if (isMesh(file))
    return (
      <div className="w-full bg-stage" style={{ height: isInList ? '20rem' : shownHeight }}>
        <MeshView src={file.url} label={title} isOnDemand={isInList} />
      </div>
    )
  const player = {
    src: file.url,
    label: title,
    seconds: secondsOf(file),
    texts: playerTexts(),
    isCompact: isInList,
  }
  if (!isVideo(file)) return <AudioPlayer {...player} />
  const ratio = (file.width ?? 16) / (file.height ?? 9)
  return (
    <div
      className="mx-auto max-w-full"
      style={{ aspectRatio: ratio, width: isInList ? '100%' : `calc(${shownHeight} * ${ratio})` }}
    >
      <VideoPlayer {...player} poster={file.thumbnail_url} fps={file.fps} />
    </div>
  )
}

/** Low enough for the bar above it and the buttons below it in one window. */
const shownHeight = 'max(12rem, 100dvh - 11rem)'

function SharedImage({ file, title, isInList }: Required<SharedFileProps>) {
  const size = file.width && file.height ? { width: file.width, height: file.height } : {}
  const image = { src: file.url, ...size }
  if (!isInList)
    return (
      <img
        {...image}
        alt={title}
        className="mx-auto h-auto w-auto max-w-full"
        style={{ maxHeight: shownHeight }}
      />
    )
  return (
    <a href={file.url} className="ring-on-picture block">
      <img {...image} alt={title} loading="lazy" className="w-full bg-stage object-contain" />
    </a>
  )
}
