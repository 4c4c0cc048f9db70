import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { useStateText } from '#web/history/records/state-text.ts'
import { settingsOf } from '#web/history/viewer/detail-parts.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { showJobs } from '#web/lib/jobs/started-jobs.ts'
import { useModelOf } from '#web/lib/models.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isVideo, mediaDrag } from '#web/shared/media.ts'
import { deleteRecords } from '#web/shared/record-actions/delete-records.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { Columns2, Heart } from '#web/ui/icons/stage-icons.ts'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { comparisonAddress, hasComparable, parseGrid } from './comparison-address.ts'

/**
 * The results of one prompt on several models or settings, as they arrive. The best one is kept as a
 * favourite; the others can then be deleted together, which can be undone as in the history.
 */
export function ResultGrid({ ids }: { ids: string }) {
  const client = useQueryClient()
  const generations = useQueries({
    queries: parseGrid(ids).map((id) => generationQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  useEffect(() => showJobs(({ id }) => parseGrid(ids).includes(id)), [ids])
  const [first] = generations
  const { setFavorite } = useBatchActions(first?.kind ?? 'image')
  const [keptId, setKeptId] = useState<string>()
  const [marked, setMarked] = useState<readonly string[]>([])
  const kept = generations.find(({ id }) => id === keptId)
  const others = generations.filter((one) => one.id !== keptId && !isOpen(one))
  const [left, right] = marked
    .map((id) => generations.find((one) => one.id === id))
    .filter((one) => one !== undefined)

  if (generations.length === 0)
    return (
      <>
        <h1 className="sr-only">{m.compare_title()}</h1>
        <EmptyState title={m.compare_missing()}>{m.compare_missing_text()}</EmptyState>
      </>
    )
  const keep = (generation: GenerationView) => {
    setKeptId(generation.id)
    if (!generation.is_favorite) void setFavorite(generation, true)
  }
  const removeOthers = () => {
    if (first) void deleteRecords(client, first.kind, others)
  }
  const compare = () => {
    if (!left || !right) return
    const { to, query } = comparisonAddress({ id: left.id, at: 1 }, { id: right.id, at: 1 })
    navigate(to, { query })
  }
  return (
    <div className="flex flex-col gap-4 px-4 pb-6 md:px-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-title max-sm:mr-auto">{m.grid_title()}</h1>
        <p className="min-w-0 flex-1 truncate text-quiet max-sm:order-last max-sm:basis-full">
          {first && generationTitle(first)}
        </p>
        <Button icon={Columns2} disabled={!(left && right)} onClick={compare}>
          {m.grid_compare()}
        </Button>
        {kept && others.length > 0 && (
          <Button icon={Trash2} variant="danger" onClick={removeOthers}>
            {m.grid_delete_others({ count: others.length, shown: formatNumber(others.length) })}
          </Button>
        )}
      </header>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-4">
        {generations.map((generation) => (
          <GridResult
            key={generation.id}
            generation={generation}
            all={generations}
            isKept={generation.id === keptId}
            isMarked={marked.includes(generation.id)}
            onKeep={() => keep(generation)}
            onMark={() =>
              setMarked((before) =>
                before.includes(generation.id)
                  ? before.filter((id) => id !== generation.id)
                  : [...before, generation.id].slice(-2),
              )
            }
          />
        ))}
      </ul>
    </div>
  )
}

type GridResultProps = {
  generation: GenerationView
  all: readonly GenerationView[]
  isKept: boolean
  isMarked: boolean
  onKeep: () => void
  onMark: () => void
}

function GridResult({ generation, all, isKept, isMarked, onKeep, onMark }: GridResultProps) {
  const label = useLabel(generation, all)
  const state = useStateText(generation)
  const [media] = generation.images
  return (
    <li className="flex flex-col gap-2">
      <div
        {...mediaDrag(media)}
        className={`relative aspect-square bg-stage ${isOpen(generation) ? 'breathe' : ''}`}
      >
        {media && isVideo(media) && (
          <VideoPlayer
            src={media.url}
            poster={media.thumbnail_url}
            label={m.work_video({ prompt: label })}
            texts={playerTexts()}
          />
        )}
        {media && !isVideo(media) && (
          <Link {...recordAddress(generation)} aria-label={label} className="absolute inset-0">
            {generation.images.length === 1 ? (
              <img src={media.url} alt="" className="size-full object-contain" />
            ) : (
              <span className="grid size-full grid-cols-2 gap-1">
                {generation.images.map((image) => (
                  <Thumbnail key={image.id} of={[image]} className="size-full object-contain" />
                ))}
              </span>
            )}
          </Link>
        )}
        {!media && (
          <p role="status" className="flex size-full items-center justify-center p-4 text-center">
            <span className={generation.status === 'failed' ? 'text-bad' : 'text-quiet'}>
              {generation.status === 'failed' ? generation.error_message : state}
            </span>
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">{label}</span>
          <span className="text-small text-quiet tabular-nums">
            {m.create_credits({
              count: generation.credits_charged - generation.credits_refunded,
              amount: formatNumber(generation.credits_charged - generation.credits_refunded),
            })}
          </span>
        </p>
        {hasComparable(generation) && (
          <>
            <Button
              size="small"
              variant="quiet"
              aria-pressed={isMarked}
              aria-label={m.grid_mark({ name: label })}
              onClick={onMark}
              className="aria-pressed:bg-pressed aria-pressed:text-text"
            >
              {m.compare_selected()}
            </Button>
            <Button
              size="small"
              icon={Heart}
              aria-pressed={isKept}
              aria-label={m.grid_keep_label({ name: label })}
              onClick={onKeep}
              className={isKept ? '!text-accent [&>svg]:fill-current' : ''}
            >
              {m.grid_keep()}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/**
 * Its model, or where all have one, the setting or size that differs, the seed where nothing else
 * does, or its place.
 */
function useLabel(generation: GenerationView, all: readonly GenerationView[]): string {
  const model = useModelOf(generation)
  if (all.some((other) => other.model !== generation.model)) return generation.model_name
  const facts = settingsOf(generation, model)
  const different = facts.find(([name, value]) =>
    all.some((other) =>
      settingsOf(other, model).some(([its, own]) => its === name && own !== value),
    ),
  )
  if (different) return `${different[0]}: ${different[1]}`
  const { width, height } = generation
  if (width && height && all.some((other) => other.width !== width || other.height !== height))
    return `${width} × ${height}`
  const { seed } = generation.input
  const isOnly = all.every((other) => other === generation || other.input.seed !== seed)
  return seed != null && isOnly
    ? m.grid_seed({ seed: String(seed) })
    : m.grid_at({ at: all.indexOf(generation) + 1 })
}
