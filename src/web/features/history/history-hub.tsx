import { Suspense } from 'react'
import { Breadcrumb } from '#web/lib/link.tsx'
import { useLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { historyAt } from './history-kinds.ts'
import { PickHistory } from './history-placeholders.tsx'
import { HistorySideList } from './history-side-list.tsx'
import type { HistoryExample } from './list/states/history-states.tsx'

const HistoryList = lazyPart(async () => (await import('./list/history-list.tsx')).HistoryList)

/** The history hub: five lists, one of them open as the address says. */
export function HistoryHub({ example }: { example: HistoryExample }) {
  const { path } = useLocation()
  const kind = historyAt(path)
  return (
    <div className="flex flex-1 flex-col px-4 pb-10 md:px-6">
      <Breadcrumb
        label={m.history_breadcrumb()}
        trail={[
          { name: m.history_creator(), to: '/creator/image/text-to-image' },
          { name: m.history_records(), to: '/creator/history' },
        ]}
        className="py-2 pointer-coarse:py-0"
      />
      <div className="flex flex-1 flex-col gap-x-8 gap-y-3 xl:flex-row">
        <HistorySideList current={kind} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h1 className={`text-title ${kind ? 'max-xl:sr-only' : ''}`}>
            {kind ? kind.heading() : m.history_records()}
          </h1>
          {kind ? (
            <Suspense>
              <HistoryList key={kind.kind} kind={kind.kind} example={example} />
            </Suspense>
          ) : (
            <PickHistory />
          )}
        </div>
      </div>
    </div>
  )
}
