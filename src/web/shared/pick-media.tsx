import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { noFilters } from '#web/lib/history/address.ts'
import { historyQuery } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { hasThumbnail } from './media.ts'
import { generationTitle } from './record-actions/record-links.ts'
import { Thumbnail } from './thumbnail.tsx'

const pageSize = 24

/** A result file, and its place among the results of its generation, from 1. */
export type PickedMedia = { generation: GenerationView; media: MediaView; at: number }

type PickMediaProps = {
  /** The histories to choose from. */
  kinds: readonly Kind[]
  kindTexts: Readonly<Record<Kind, { name: () => string; icon: IconComponent }>>
  /** The history that is shown first. */
  first: Kind
  accepts: (media: MediaView) => boolean
  /** The label of a result for screen readers, by the title of its generation. */
  labelOf: (title: string) => string
  /** Shown where no result on the page is accepted. */
  none: string
  onPick: (picked: PickedMedia) => void
  /** Shown beside the choice of the history. */
  children?: ReactNode | undefined
}

/** The newest results of the histories, page by page, to choose one from. */
export function PickMedia(props: PickMediaProps) {
  const { kinds, kindTexts, first, accepts, labelOf, none, onPick, children } = props
  const [kind, setKind] = useState<Kind>(first)
  const [page, setPage] = useState(1)
  const { data, isPending, isError } = useQuery(historyQuery(kind, noFilters, { page, pageSize }))
  const results = (data?.data ?? []).flatMap(({ generation }) =>
    [...generation.images, ...generation.videos_with_audio]
      .map((media, index) => ({ generation, media, at: index + 1 }))
      .filter(({ media }) => accepts(media)),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        {children}
        {kinds.length > 1 && (
          <Segmented
            label={m.nav_history()}
            options={kinds.map((value) => ({ value, label: kindTexts[value].name() }))}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setPage(1)
            }}
          />
        )}
      </div>
      {isPending && (
        <p role="status" className="text-quiet">
          {m.work_loading()}
        </p>
      )}
      {isError && (
        <p role="alert" className="text-bad">
          {m.history_chunk_failed()}
        </p>
      )}
      {data && results.length === 0 && <p className="text-quiet">{none}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 empty:hidden">
        {results.map((result) => (
          <li key={result.media.url} className="aspect-square">
            <button
              type="button"
              aria-label={labelOf(generationTitle(result.generation))}
              data-tip={result.generation.model_name}
              onClick={() => onPick(result)}
              className="ring-on-picture block size-full overflow-hidden bg-stage"
            >
              {hasThumbnail(result.media) ? (
                <Thumbnail of={[result.media]} className="size-full object-cover" />
              ) : (
                <TextTile icon={kindTexts[kind].icon} title={generationTitle(result.generation)} />
              )}
            </button>
          </li>
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <div className="flex justify-center gap-2">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {m.compare_newer()}
          </Button>
          <Button disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            {m.compare_older()}
          </Button>
        </div>
      )}
    </>
  )
}

/** Shows the prompt of audio, which has no thumbnail. */
function TextTile({ icon: Icon, title }: { icon: IconComponent; title: string }) {
  return (
    <span aria-hidden className="flex size-full flex-col gap-1 p-2 text-left">
      <Icon size={20} strokeWidth={1.5} className="shrink-0 text-quiet" />
      <span className="line-clamp-3 text-small wrap-anywhere">{title}</span>
    </span>
  )
}
