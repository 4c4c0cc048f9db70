import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Kind } from '#core/models/rules/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { ApiError } from '#web/lib/api.ts'
import {
  type HistoryFilters,
  type HistoryView,
  isFiltered,
  noFilters,
  parseAddress,
  printAddress,
} from '#web/lib/history/address.ts'
import { pageSizeOf } from '#web/lib/history/history-query.ts'
import { useHistory } from '#web/lib/history/use-history.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { queryOf } from '#web/lib/navigation/query.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Pager } from '#web/shared/list-controls.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { HistoryBar } from '../filters/history-bar.tsx'
import { BatchBar } from './batch-bar.tsx'
import {
  BeyondEnd,
  HistoryEmpty,
  type HistoryExample,
  HistoryFailed,
  HistoryUnauthorized,
  NothingFound,
} from './history-states.tsx'
import { ListSkeleton, Summary } from './list-edges.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordList } from './record-list.tsx'
import { useSelection } from './selection.ts'
import { useSteadyRefresh, useView } from './use-records.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

type HistoryListProps = { kind: Kind; example: HistoryExample }

/** The history of one kind, newest first. */
export function HistoryList({ kind, example }: HistoryListProps) {
  const account = useQuery(accountQuery).data
  const { query } = useLocation()
  const [view] = useView(kind, parseAddress(kind, query).view)
  if (account === null) return <HistoryUnauthorized />
  if (account === undefined) return <ListSkeleton view={view} />
  return (
    <AccountHistory key={account.email} kind={kind} example={example} account={account.email} />
  )
}

function AccountHistory({ kind, example, account }: HistoryListProps & { account: string }) {
  const { address, view, go, changeView, openRecord } = useAddress(kind)
  const { filters, page } = address
  const pageSize = pageSizeOf(kind)
  const { store, state, isOld } = useShownHistory({ kind, account, filters }, (page - 1) * pageSize)
  const selection = useSelection(kind, store)
  const bar = useRef<HTMLDivElement>(null)
  const { keptPosition, jump, isBeyond } = useScrollAnchor({
    page,
    pageSize,
    total: state.total,
    store,
  })
  const { window, error, total } = state
  const lastViewedRef = useRef<string>(undefined)
  useSteadyRefresh(kind, store, state)

  const list = () => {
    if (error && !window)
      return <HistoryFailed error={error} isRetrying={state.isFetching} onRetry={store.refresh} />
    if (!window) return <ListSkeleton view={view} />
    if (total === 0 && !isOld && !isFiltered(filters))
      return <HistoryEmpty kind={kind} example={example} />
    const pages = Math.ceil(total / pageSize)
    return (
      <>
        <Summary total={total} stats={state.stats} isFiltered={isFiltered(filters)} />
        <HistoryBar
          ref={bar}
          kind={kind}
          filters={filters}
          view={view}
          selection={selection}
          onFilter={go}
          onSearch={(search) => go({ ...filters, search }, filters.search !== '')}
          onView={changeView}
          onRefresh={store.refresh}
        >
          <Pager page={Math.min(page, pages)} pages={pages} onJump={jump} />
        </HistoryBar>
        {total === 0 && <NothingFound onClear={() => go(noFilters)} />}
        {isBeyond && total > 0 && <BeyondEnd page={page} pages={pages} onJump={jump} />}
        {total > 0 && !isBeyond && (
          <div className={`flex flex-1 flex-col transition-opacity ${isOld ? 'opacity-50' : ''}`}>
            <RecordList
              kind={kind}
              view={view}
              store={store}
              state={{ ...state, window }}
              selection={selection}
              bar={bar}
              page={page}
              pageSize={pageSize}
              keptPosition={keptPosition}
              onJump={jump}
              onOpen={openRecord}
              lastViewedRef={lastViewedRef}
            />
            <BatchBar kind={kind} selection={selection} />
          </div>
        )}
      </>
    )
  }
  return (
    <div data-home="[data-record][tabindex='0']" className="flex flex-1 flex-col">
      {/* Before the list, because the list takes the keyboard focus back once the viewer has closed. */}
      <OpenedRecord
        store={store}
        window={window}
        onShown={(id) => {
          lastViewedRef.current = id
        }}
      />
      {list()}
    </div>
  )
}

/** The parameters of the address, and functions that change them. */
function useAddress(kind: Kind) {
  const { path, query } = useLocation()
  const address = parseAddress(kind, query)
  const [view, keepView] = useView(kind, address.view)
  const go = (filters: HistoryFilters, replace = false) =>
    navigate(path, { query: printAddress({ filters, page: 1, view: address.view }), replace })
  const changeView = (next: HistoryView) => {
    keepView(next)
    navigate(path, { query: { ...queryOf(location.search), view: next }, replace: true })
  }
  const openRecord = useCallback(
    (id: string, at = 1) => {
      const result = at > 1 ? at : undefined
      navigate(path, { query: { ...queryOf(location.search), record: id, result }, layer: true })
    },
    [path],
  )
  return { address, view, go, changeView, openRecord }
}

/** While the records of another filter load, the previous ones stay. */
function useShownHistory(source: Parameters<typeof useHistory>[0], place: number) {
  const asked = useHistory(source, place)
  const [store, setStore] = useState(asked.store)
  const state = useStore(store.stateStore)
  const isThere = asked.state.window !== undefined || asked.state.error !== undefined
  const isOld = store !== asked.store && !isThere && state.window !== undefined
  if (store !== asked.store && !isOld) setStore(asked.store)
  useFailureToast(asked.state.error)
  return isOld ? { store, state, isOld } : { ...asked, isOld }
}

function useFailureToast(error: Error | undefined): void {
  const isFailure = error !== undefined && !(error instanceof ApiError && error.status === 401)
  useEffect(() => {
    if (isFailure) toast(m.history_failed_toast(), { tone: 'bad' })
  }, [isFailure])
}
