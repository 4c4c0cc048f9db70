import { useState } from 'react'
import type { ImageHistoryRecord } from '#contract/history.ts'
import { formatDay } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { HistoryViewer } from '../viewer/history-viewer.tsx'
import { groupByDay } from './group-by-day.ts'
import { RecordTile } from './record-tile.tsx'
import { tilePlace } from './tile-place.ts'

/** Records by day, each row filled from edge to edge with pictures at their own ratio. */
export function RecordGrid({ records }: { records: readonly ImageHistoryRecord[] }) {
  const [viewed, setViewed] = useState<string>()
  return (
    <>
      {groupByDay(records).map(({ day, items }) => (
        <section key={day} aria-labelledby={`day-${Date.parse(day)}`}>
          <h2 id={`day-${Date.parse(day)}`} className="mt-6 mb-2 text-small font-medium text-quiet">
            {formatDay(day)}
          </h2>
          <ul className="justified-rows">
            {items.map((record) => (
              <RecordTile key={record.id} record={record} onOpen={() => setViewed(record.id)} />
            ))}
          </ul>
        </section>
      ))}
      <HistoryViewer records={records} openedId={viewed} onClose={() => setViewed(undefined)} />
    </>
  )
}

const skeletonRatios = [1, 0.75, 1.78, 1, 1.33, 0.56, 1, 1.78, 1, 0.75, 1.33, 1]

/** The place of a page of records while it is on its way. */
export function SkeletonGrid() {
  return (
    <div role="status" aria-label={m.history_loading()} className="@container breathe mt-[3.4rem]">
      <div className="justified-rows">
        {skeletonRatios.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index} style={tilePlace(ratio)} className="bg-raised" />
        ))}
      </div>
    </div>
  )
}
