import { Images, Play } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { clockText } from '#web/ui/media/player/clock.ts'
import { isFilm, secondsOf } from '../../work/media-kind.ts'
import { nameOf } from '../../work/name-of.ts'
import type { ItemProps } from '../list/layouts.ts'
import { SelectBox } from '../select/select-box.tsx'
import { snippet } from './snippet.ts'
import { FailedTile, RunningTile } from './tile-states.tsx'

type TileProps = ItemProps & {
  /** What it looks like when it is done. */
  children: (isPointedAt: boolean) => ReactNode
}

/** One record in the grid: its result, or how it stands. */
export function RecordTile({ generation, onOpen, selection, children }: TileProps) {
  const hasResult = generation.images.length > 0 || generation.answer !== null
  return (
    <div className="absolute inset-0">
      {isOpen(generation) && <RunningTile generation={generation} />}
      {generation.status === 'failed' && <FailedTile generation={generation} />}
      {hasResult && (
        <FinishedTile generation={generation} onOpen={onOpen}>
          {children}
        </FinishedTile>
      )}
      <span className="absolute top-2 left-2">
        <SelectBox name={snippet(nameOf(generation))} selection={selection} onPicture />
      </span>
    </div>
  )
}

function FinishedTile({ generation, onOpen, children }: Omit<TileProps, 'selection'>) {
  const [isPointedAt, setPointedAt] = useState(false)
  const point = (event: PointerEvent) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    setPointedAt(event.pointerType === 'mouse' && !isCalm)
  }
  return (
    <button
      type="button"
      onClick={onOpen}
      onPointerEnter={point}
      onPointerLeave={() => setPointedAt(false)}
      data-viewer-opener={generation.id}
      className="group fade-in ring-on-picture absolute inset-0 block overflow-hidden bg-raised text-left"
    >
      {children(isPointedAt)}
      <TileMarks generation={generation} />
      <TileCaption generation={generation} />
    </button>
  )
}

function TileMarks({ generation: { status, images } }: { generation: GenerationView }) {
  const [first] = images
  const seconds = first && isFilm(first) ? secondsOf(first) : undefined
  return (
    <span className="absolute top-2 right-2 flex gap-1">
      {status === 'partial' && (
        <Badge tone="warn" onPicture>
          {m.history_status_partial()}
        </Badge>
      )}
      {images.length > 1 && (
        <Badge onPicture>
          <Images size={12} aria-hidden />
          <span aria-hidden>{images.length}</span>
          <span className="sr-only">{m.history_count({ count: images.length })}</span>
        </Badge>
      )}
      {seconds !== undefined && (
        <Badge onPicture>
          <Play size={10} fill="currentColor" aria-hidden />
          {clockText(seconds)}
        </Badge>
      )}
    </span>
  )
}

/** Shown on hover and focus, always on touch, and always there for screen readers. */
function TileCaption({ generation }: { generation: GenerationView }) {
  const credits = generation.credits_charged - generation.credits_refunded
  return (
    <span className="tile-caption scheme-dark absolute inset-x-0 bottom-0 px-3 pt-8 pb-2 text-small text-text">
      <span className="line-clamp-2">{snippet(nameOf(generation))}</span>
      <span className="block text-quiet tabular-nums">
        <time dateTime={generation.created_at} title={formatDateTime(generation.created_at)}>
          {formatTime(generation.created_at)}
        </time>
        {' · '}
        {m.history_credits({ credits: formatNumber(credits) })}
      </span>
    </span>
  )
}
