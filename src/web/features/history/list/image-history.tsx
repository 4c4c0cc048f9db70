import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImageHistoryPage } from '#contract/history.ts'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { imageHistoryQuery } from '#web/lib/generations.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { RecordGrid, SkeletonGrid } from '../grid/record-grid.tsx'
import { HistoryEmpty, type HistoryExample, HistoryFailed, HistoryUnauthorized } from './history-states.tsx'
import { pageFromQuery } from './page-from-query.ts'
import { Pager } from './pager.tsx'

/** The pictures an account has made, newest first, 20 a page (specification, history §7). */
export function ImageHistory({ example }: { example: HistoryExample }) {
  const page = pageFromQuery(useLocation().query)
  const isAnonymous = useQuery(accountQuery).data === null
  const history = useQuery({ ...imageHistoryQuery(page), placeholderData: keepPreviousData, enabled: !isAnonymous })

  if (isAnonymous) return <HistoryUnauthorized />
  if (history.isPending) return <SkeletonGrid />
  if (history.isError) {
    return <HistoryFailed error={history.error} isRetrying={history.isFetching} onRetry={() => history.refetch()} />
  }
  if (history.data.total === 0) return <HistoryEmpty example={example} />
  return (
    <>
      <Summary history={history.data} />
      <div className={`@container transition-opacity ${history.isPlaceholderData ? 'opacity-50' : ''}`}>
        <RecordGrid records={history.data.data} />
      </div>
      <Pager page={history.data.page} pages={history.data.totalPages} />
    </>
  )
}

function Summary({ history: { total, stats } }: { history: ImageHistoryPage }) {
  return (
    <p className="mt-1 text-small text-quiet tabular-nums">
      {m.history_total({ count: total, shown: formatNumber(total) })} ·{' '}
      {m.history_credits_used({ credits: formatNumber(stats.totalCreditsUsed) })}
    </p>
  )
}
