import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatDay } from '#web/lib/format.ts'
import { generationQuery } from '#web/lib/generations.ts'
import { HistoryViewer } from '../viewer/history-viewer.tsx'
import { useReturnOfFocus } from '../viewer/use-return-of-focus.ts'
import { groupByDay } from './group-by-day.ts'
import { type ItemProps, layouts } from './layouts.ts'

/** Records by day, as their kind is listed, with the viewer over them. */
export function RecordDays({ kind, records }: { kind: Kind; records: readonly GenerationView[] }) {
  const [viewed, setViewed] = useState<string>()
  useReturnOfFocus(viewed)
  const { list, Item } = layouts[kind]
  return (
    <>
      {groupByDay(records).map(({ day, items }) => (
        <section key={day} aria-labelledby={`day-${Date.parse(day)}`}>
          <h2 id={`day-${Date.parse(day)}`} className="mt-6 mb-2 text-small font-medium text-quiet">
            {formatDay(day)}
          </h2>
          <ul className={list}>
            {items.map((record) => (
              <LiveItem key={record.id} Item={Item} generation={record} onOpen={() => setViewed(record.id)} />
            ))}
          </ul>
        </section>
      ))}
      <HistoryViewer records={records} openedId={viewed} onClose={() => setViewed(undefined)} />
    </>
  )
}

/** A record as it is now: live events reach it through the generation it reads. */
function LiveItem({ Item, generation, onOpen }: ItemProps & { Item: ComponentType<ItemProps> }) {
  const live = useQuery({ ...generationQuery(generation.id), enabled: false })
  return <Item generation={live.data ?? generation} onOpen={onOpen} />
}
