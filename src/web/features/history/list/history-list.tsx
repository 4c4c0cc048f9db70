import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Kind } from '#catalogue/kind.ts'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type HistoryPage, historyQuery } from '#web/lib/generations.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { HistoryEmpty, type HistoryExample, HistoryFailed, HistoryUnauthorized } from './history-states.tsx'
import { layouts } from './layouts.ts'
import { pageFromQuery } from './page-from-query.ts'
import { Pager } from './pager.tsx'
import { RecordDays } from './record-days.tsx'
import { SkeletonGrid, SkeletonRows } from './skeletons.tsx'

/** What an account has made of one kind, newest first, page by page. */
export function HistoryList({ kind, example }: { kind: Kind; example: HistoryExample }) {
  const page = pageFromQuery(useLocation().query)
  const isAnonymous = useQuery(accountQuery).data === null
  const history = useQuery({ ...historyQuery(kind, page), placeholderData: keepPreviousData, enabled: !isAnonymous })
  const Skeleton = layouts[kind].view === 'grid' ? SkeletonGrid : SkeletonRows

  if (isAnonymous) return <HistoryUnauthorized />
  if (history.isPending) return <Skeleton />
  if (history.isError) {
    return <HistoryFailed error={history.error} isRetrying={history.isFetching} onRetry={() => history.refetch()} />
  }
  if (history.data.total === 0) return <HistoryEmpty kind={kind} example={example} />
  return (
    <>
      <Summary history={history.data} />
      <div className={`@container transition-opacity ${history.isPlaceholderData ? 'opacity-50' : ''}`}>
        <RecordDays kind={kind} records={history.data.data.map(({ generation }) => generation)} />
      </div>
      <Pager page={history.data.page} pages={history.data.totalPages} />
    </>
  )
}

function Summary({ history: { total, stats } }: { history: HistoryPage }) {
  return (
    <p className="mt-1 text-small text-quiet tabular-nums">
      {m.history_total({ count: total, shown: formatNumber(total) })}
      {stats && ` · ${m.history_credits_used({ credits: formatNumber(stats.totalCreditsUsed) })}`}
    </p>
  )
}
