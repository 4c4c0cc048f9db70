import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { accountQuery, limitsQuery } from '#web/lib/account.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { noFilters, parseAddress } from '#web/lib/history/address.ts'
import { historyQuery, newestQuery } from '#web/lib/history/history-query.ts'
import { Breadcrumb, Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { hasThumbnail } from '#web/shared/media.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import { type HistoryKind, historyAt, historyKinds } from './history-kinds.ts'
import { HistorySwitch } from './history-switch.tsx'
import type { HistoryExample } from './list/history-states.tsx'

const HistoryList = lazyPart(async () => (await import('./list/history-list.tsx')).HistoryList)

/** Fetches the newest records of the history at an address. */
export const prefetchHistory: Prefetch = async (client, { path, query }) => {
  const kind = historyAt(path)?.kind
  if (!kind) return
  const newest = newestQuery(kind, parseAddress(kind, query).filters)
  await client.prefetchQuery({ ...newest, staleTime: prefetchedMs })
}

/** The history hub: a list for each kind, one of them open as the address says. */
export function HistoryHub({ example }: { example: HistoryExample }) {
  const { path } = useLocation()
  const kind = historyAt(path)
  return (
    <div className="flex flex-1 flex-col px-4 pb-10 md:px-6">
      <div className="flex flex-col gap-x-6 md:flex-row-reverse md:items-center md:justify-between md:pt-2">
        <Breadcrumb
          label={m.history_breadcrumb()}
          trail={[
            { name: m.history_creator(), to: '/creator/image/text-to-image' },
            { name: m.history_records(), to: '/creator/history' },
          ]}
          className="py-2 pointer-coarse:py-0"
        />
        {kind && <HistorySwitch current={kind} />}
        <h1 className={kind ? 'sr-only' : 'text-title'}>
          {kind ? kind.heading() : m.history_records()}
        </h1>
      </div>
      <RetentionNotice />
      {kind ? (
        <Suspense>
          <HistoryList key={kind.kind} kind={kind.kind} example={example} />
        </Suspense>
      ) : (
        <HistoryOverview />
      )}
    </div>
  )
}

/** How long the studio keeps what the account makes, where that is limited. */
function RetentionNotice() {
  const { data: account } = useQuery(accountQuery)
  const { data: limits } = useQuery({ ...limitsQuery, enabled: Boolean(account) })
  if (!limits || limits.retention_days === null) return null
  const days = formatNumber(limits.retention_days)
  return <p className="mt-1 text-small text-quiet">{m.history_retention({ days })}</p>
}

/** The hub before one of its lists is selected: the five of them, each with its newest records. */
function HistoryOverview() {
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

/** The maximum number of previews. */
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
      <span className="flex shrink-0 items-start gap-3">
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
  const thumbnails = records.flatMap(({ id, images, inputs }) => {
    const media = [images[0], ...inputs].find(hasThumbnail)
    return media ? [{ id, media }] : []
  })
  if (thumbnails.length === 0) return null
  return (
    <span aria-hidden className="flex min-w-0 gap-1 overflow-hidden">
      {thumbnails.map(({ id, media }) => (
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
