import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatDay } from '#web/lib/format.ts'
import { generationQuery } from '#web/lib/generations.ts'
import { tilePlace } from '../tiles/tile-place.ts'
import { HistoryViewer } from '../viewer/history-viewer.tsx'
import { useReturnOfFocus } from '../viewer/use-return-of-focus.ts'
import { groupByDay } from './group-by-day.ts'
import { type ItemProps, layouts } from './layouts.ts'

/** Records by day, as their kind is listed, with the viewer over them. */
export function RecordDays({ kind, records }: { kind: Kind; records: readonly GenerationView[] }) {
  const [viewed, setViewed] = useState<string>()
  useReturnOfFocus(viewed)
  const { view, Tile, Row, ratio } = layouts[kind]
  const isGrid = view === 'grid'
  return (
    <>
      {groupByDay(records).map(({ day, items }) => (
        <section key={day} aria-labelledby={`day-${Date.parse(day)}`}>
          <h2 id={`day-${Date.parse(day)}`} className="mt-6 mb-2 text-small font-medium text-quiet">
            {formatDay(day)}
          </h2>
          <ul className={isGrid ? 'justified-rows' : 'flex max-w-4xl flex-col border-t border-line'}>
            {items.map((record) => (
              <li key={record.id} className="relative" style={isGrid ? tilePlace(ratio(record)) : {}}>
                <LiveItem Item={isGrid ? Tile : Row} generation={record} onOpen={() => setViewed(record.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HistoryViewer records={records} openedId={viewed} onClose={() => setViewed(undefined)} />
    </>
  )
}

const unselected = { isSelected: false, isSelecting: false, toggle: () => undefined }

/** A record as it is now: live events reach it through the generation it reads. */
function LiveItem({ Item, generation, onOpen }: Omit<ItemProps, 'selection'> & { Item: ComponentType<ItemProps> }) {
  const live = useQuery({ ...generationQuery(generation.id), enabled: false })
  return <Item generation={live.data ?? generation} onOpen={onOpen} selection={unselected} />
}
