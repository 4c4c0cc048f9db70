import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import type { ImageHistoryRecord } from '#contract/history.ts'
import { formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts'
import { generationQuery, isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { snippet } from './snippet.ts'
import { ratioOf, tilePlace } from './tile-place.ts'
import { FailedTile, RunningTile } from './tile-states.tsx'

type TileProps = { record: ImageHistoryRecord; onOpen: () => void }

/** One record in the grid: its picture, or how it stands. Live events reach it through the generation it reads. */
export function RecordTile({ record, onOpen }: TileProps) {
  const live = useQuery({ ...generationQuery(record.id), enabled: false })
  const generation = live.data ?? record.generation
  return (
    <li style={tilePlace(ratioOf(generation))} className="relative">
      {isOpen(generation) && <RunningTile generation={generation} />}
      {generation.status === 'failed' && <FailedTile generation={generation} />}
      {generation.images.length > 0 && <FinishedTile generation={generation} onOpen={onOpen} />}
    </li>
  )
}

function FinishedTile({ generation, onOpen }: { generation: GenerationView; onOpen: () => void }) {
  const [cover] = generation.images
  return (
    <button
      type="button"
      onClick={onOpen}
      data-viewer-opener={generation.id}
      className="group fade-in ring-on-picture absolute inset-0 block overflow-hidden bg-raised text-left"
    >
      {cover && (
        <img
          src={cover.thumbnail_url ?? cover.url}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <TileMarks generation={generation} />
      <TileCaption generation={generation} />
    </button>
  )
}

function TileMarks({ generation: { status, images } }: { generation: GenerationView }) {
  if (status === 'completed' && images.length < 2) return null
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
    </span>
  )
}

/** Shown on hover and focus, always on touch, and always there for screen readers. */
function TileCaption({ generation }: { generation: GenerationView }) {
  const credits = generation.credits_charged - generation.credits_refunded
  return (
    <span className="tile-caption scheme-dark absolute inset-x-0 bottom-0 px-3 pt-8 pb-2 text-small text-text">
      <span className="line-clamp-2">{snippet(generation.prompt)}</span>
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
