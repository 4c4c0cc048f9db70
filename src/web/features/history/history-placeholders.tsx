import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { accountQuery } from '#web/lib/account.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { noFilters } from '#web/lib/history/address.ts'
import { historyQuery } from '#web/lib/history/history-query.ts'
import { Link } from '#web/lib/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail } from '#web/shared/media.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { type HistoryKind, historyKinds } from './history-kinds.ts'

/**
 * The hub itself, before one of its lists is chosen: the five of them, each with its newest work.
 */
export function PickHistory() {
  return (
    <>
      <p className="mt-1 text-quiet">{m.history_pick_text()}</p>
      <ul className="mt-5 max-w-4xl border-t border-line">
        {historyKinds.map((kind) => (
          <li key={kind.path} className="border-b border-line">
            <KindLink kind={kind} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** As many as are seen at a glance, at most. */
const glance = { page: 1, pageSize: 6 }

function KindLink({ kind: { kind, path, heading, icon: Icon } }: { kind: HistoryKind }) {
  const isSignedIn = Boolean(useQuery(accountQuery).data)
  const newest = useQuery({ ...historyQuery(kind, noFilters, glance), enabled: isSignedIn })
  const records = newest.data?.data.map(({ generation }) => generation) ?? []
  return (
    <Link
      to={path}
      className="group flex min-h-20 flex-col justify-between gap-x-6 gap-y-3 py-4 sm:min-h-28 sm:flex-row sm:items-center"
    >
      <span className="flex items-start gap-3">
        <Icon size={20} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-quiet" />
        <span>
          <span className="flex items-center gap-1 text-prompt font-medium">
            {heading()}
            <ChevronRight
              size={16}
              aria-hidden
              className="text-quiet transition-transform group-hover:translate-x-1 group-focus-visible:translate-x-1"
            />
          </span>
          <span className="block text-small text-quiet tabular-nums">
            {newest.data && countText(newest.data.total, records[0])}
          </span>
        </span>
      </span>
      <Newest records={records} />
    </Link>
  )
}

function Newest({ records }: { records: readonly GenerationView[] }) {
  const stills = records.flatMap(({ id, images, inputs }) => {
    const media = [images[0], ...inputs].find(hasThumbnail)
    return media ? [{ id, media }] : []
  })
  if (stills.length === 0) return null
  return (
    <span aria-hidden className="flex shrink-0 gap-1 overflow-hidden">
      {stills.map(({ id, media }) => (
        <span key={id} className="relative size-16 shrink-0 overflow-hidden bg-raised sm:size-20">
          <Thumbnail of={[media]} className="absolute inset-0 size-full object-cover" />
        </span>
      ))}
    </span>
  )
}

function countText(total: number, newest: GenerationView | undefined): string {
  if (!newest) return m.records_none()
  const count = m.history_total({ count: total, shown: formatNumber(total) })
  return `${count} · ${m.records_newest({ day: formatDay(newest.created_at) })}`
}
