import type { MediaView } from '#core/generations/generation-contract.ts'
import { kindTexts } from '#web/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, isImage } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { RecordTile } from './record-tile.tsx'

const cover = 'absolute inset-0 size-full object-cover'

/** A record of images: the first of them. */
export function ImageTile(props: ItemProps) {
  const { generation } = props
  return (
    <RecordTile {...props}>
      {() => <Thumbnail of={[generation.images[0]]} className={cover} />}
    </RecordTile>
  )
}

/** A video is paused until the pointer is over it; then it plays muted. */
export function VideoTile(props: ItemProps) {
  const { generation } = props
  const [video] = generation.images
  return (
    <RecordTile {...props}>
      {(isPointedAt) => (
        <>
          <Thumbnail of={[video]} className={cover} />
          {video && isPointedAt && <HoverPreview video={video} />}
        </>
      )}
    </RecordTile>
  )
}

/** An edit shows the input and the output side by side. */
export function EditTile(props: ItemProps) {
  const { generation } = props
  const original = generation.inputs.find(isImage)
  return (
    <RecordTile {...props}>
      {() =>
        original ? (
          <span className="absolute inset-0 grid grid-cols-2 gap-0.5">
            <Half label={m.compare_before()} media={original} />
            <Half label={m.compare_after()} media={generation.images[0]} />
          </span>
        ) : (
          <Thumbnail of={[generation.images[0]]} className={cover} />
        )
      }
    </RecordTile>
  )
}

/**
 * Audio or an answer in the grid: the video or the image that it was made from, or its text where it
 * was made from that alone.
 */
export function SourceTile(props: ItemProps) {
  const { kind, inputs } = props.generation
  const Icon = kindTexts[kind].icon
  return (
    <RecordTile {...props}>
      {() =>
        hasThumbnail(inputs[0]) ? (
          <Thumbnail of={[inputs[0]]} className={cover} />
        ) : (
          <span aria-hidden className="absolute inset-0 flex flex-col gap-2 p-3">
            <Icon size={24} strokeWidth={1.25} className="shrink-0 text-quiet" />
            <span className="line-clamp-3 text-small wrap-anywhere">
              {generationTitle(props.generation)}
            </span>
          </span>
        )
      }
    </RecordTile>
  )
}

function Half({ label, media }: { label: string; media: MediaView | undefined }) {
  return (
    <span className="relative overflow-hidden">
      <Thumbnail of={[media]} className={cover} />
      <span
        aria-hidden
        className="tile-marks absolute bottom-2 left-2 rounded-[5px] scheme-dark bg-ground/80 px-1.5 py-0.5 text-[0.6875rem] leading-none font-medium text-text"
      >
        {label}
      </span>
    </span>
  )
}

/** A video that plays while the pointer is over it, muted. */
export function HoverPreview({ video }: { video: MediaView }) {
  return (
    <video
      src={video.url}
      muted
      loop
      autoPlay
      playsInline
      aria-hidden
      tabIndex={-1}
      className="absolute inset-0 size-full object-cover"
    />
  )
}
