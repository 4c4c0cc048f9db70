import { lazy, Suspense } from 'react'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyAt } from './history-kinds.ts'
import { PickHistory } from './history-placeholders.tsx'
import { HistorySideList } from './history-side-list.tsx'
import type { HistoryExample } from './list/states/history-states.tsx'
import { AddressedRecord } from './viewer/addressed-record.tsx'

const HistoryList = lazy(async () => ({ default: (await import('./list/history-list.tsx')).HistoryList }))

/** The history hub: five lists, one of them open as the address says. */
export function HistoryHub({ example }: { example: HistoryExample }) {
  const { path } = useLocation()
  const kind = historyAt(path)
  return (
    <div className="flex flex-1 flex-col px-4 pb-10 md:px-6">
      <Breadcrumb />
      <div className="flex flex-1 flex-col gap-x-8 gap-y-3 xl:flex-row">
        <HistorySideList current={kind} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h1 className={`text-title ${kind ? 'max-xl:sr-only' : ''}`}>
            {kind ? kind.heading() : m.history_records()}
          </h1>
          {kind ? (
            <Suspense>
              <HistoryList key={kind.kind} kind={kind.kind} example={example} />
              <AddressedRecord />
            </Suspense>
          ) : (
            <PickHistory />
          )}
        </div>
      </div>
    </div>
  )
}

function Breadcrumb() {
  return (
    <nav aria-label={m.history_breadcrumb()} className="py-2">
      <ol className="flex items-center gap-2 text-small text-quiet">
        <li>
          <Link to="/creator/image/text-to-image" className="rounded-control hover:text-text">
            {m.history_creator()}
          </Link>
        </li>
        <li aria-hidden>›</li>
        <li>
          <Link to="/creator/history" className="rounded-control hover:text-text">
            {m.history_records()}
          </Link>
        </li>
      </ol>
    </nav>
  )
}
