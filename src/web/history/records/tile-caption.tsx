import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { LengthBadge } from '#web/shared/length-badge.tsx'
import { isImage, secondsOf } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Images } from '#web/ui/icons/history-icons.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { FavoriteButton } from './record-buttons.tsx'
import { snippet } from './record-facts.ts'
import { statusText } from './state-text.ts'

/**
 * Facts that the image itself does not show: the number of images, the length, how many are
 * missing.
 */
export function TileMarks({ generation: { status, images } }: { generation: GenerationView }) {
  return (
    <span aria-hidden className="tile-marks absolute right-2 bottom-2 flex gap-1">
      {status === 'partial' && (
        <Badge tone="warn" onImage>
          {statusText('partial')}
        </Badge>
      )}
      {images.length > 1 && (
        <Badge onImage>
          <Images size={12} />
          {images.length}
        </Badge>
      )}
      <LengthBadge of={images[0]} />
    </span>
  )
}

/** Visible on hover and focus, and always available to screen readers. */
export function TileCaption({ generation }: { generation: GenerationView }) {
  const { status, kind, images, created_at } = generation
  const [first] = images
  const seconds = first && !isImage(first) ? secondsOf(first) : undefined
  const facts = [
    ...(seconds === undefined ? [] : [clockText(seconds)]),
    ...(images.length > 1 ? [m.history_count({ count: images.length })] : []),
    m.history_credits({
      credits: formatNumber(generation.credits_charged - generation.credits_refunded),
    }),
    statusText(status, kind),
  ]
  return (
    <span className="tile-caption scheme-dark absolute inset-x-0 bottom-0 px-3 pt-8 pb-2 text-small text-text">
      <span className="line-clamp-2">{snippet(generationTitle(generation))}</span>
      <span className="block truncate text-quiet tabular-nums">
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatTime(created_at)}
        </time>
        {facts.map((fact) => ` · ${fact}`)}
      </span>
    </span>
  )
}

type TileActionsProps = { generation: GenerationView; isPointedAt: boolean }

/**
 * The most frequent actions, on the tile itself: favourite and download. The heart of a favourite
 * is always visible.
 */
export function TileActions({ generation, isPointedAt }: TileActionsProps) {
  const { images, answer, is_favorite } = generation
  if (images.length === 0 && answer === null) return null
  if (!isPointedAt && !is_favorite) return null
  return (
    <span className="absolute top-1.5 right-1.5 flex gap-1">
      {isPointedAt && images.length === 1 && (
        <ResultActions generation={generation} media={images[0]} look="on-image" />
      )}
      {isPointedAt && images.length > 0 && <DownloadButton generation={generation} />}
      <FavoriteButton
        generation={generation}
        onImage
        className={is_favorite ? '' : 'tile-reveal'}
      />
    </span>
  )
}

function DownloadButton({ generation }: Pick<TileActionsProps, 'generation'>) {
  const { download } = useBatchActions(generation.kind)
  return (
    <IconButton
      icon={Download}
      small
      onImage
      tabIndex={-1}
      label={generation.images.length > 1 ? m.records_download_all() : m.history_download()}
      onClick={() => void download([generation])}
      className="tile-reveal"
    />
  )
}
