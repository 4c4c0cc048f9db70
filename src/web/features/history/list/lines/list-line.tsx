// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts, wherever they belong
// biome-ignore-all lint/a11y/useFocusableInteractive: the keyboard stands on records, not on lines
import { memo, type Ref, useState } from 'react'
import { formatDay } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { ListRow, Tile } from '../layout/rows.ts'
import { type CellContext, RecordCell } from './record-cell.tsx'

type ListLineProps = {
  row: ListRow
  index: number
  /** From the beginning of the list, in px. */
  start: number
  context: CellContext
  /** The page moves too fast to see anything: lines that come now are only sketched. */
  isRushing: boolean
  /** The record that Tab leads to, if it is in this line. */
  tabStop: string | undefined
  /** The chunk could not be fetched; asks for it again. */
  onRetry: ((chunk: number) => void) | undefined
  measure: Ref<HTMLDivElement> | undefined
}

/** One line of the list, where it belongs. */
export const ListLine = memo(function ListLine({ row, index, start, measure, isRushing, ...rest }: ListLineProps) {
  const [isSketch, setSketch] = useState(isRushing && row.type === 'tiles')
  if (isSketch && !isRushing) setSketch(false)
  return (
    <div
      ref={measure}
      role="row"
      data-index={index}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${start}px)`, ...(row.type !== 'record' && { height: row.height }) }}
    >
      {isSketch && row.type === 'tiles' ? <Sketch tiles={row.tiles} /> : <LineBody row={row} {...rest} />}
    </div>
  )
})

function LineBody({ row, context, tabStop, onRetry }: Pick<ListLineProps, 'row' | 'context' | 'tabStop' | 'onRetry'>) {
  switch (row.type) {
    case 'day':
      return (
        <div role="gridcell" className="flex h-full items-end pb-2">
          <h2 className="text-small font-medium text-quiet">{formatDay(row.day)}</h2>
        </div>
      )
    case 'tiles':
      return row.tiles.map(({ record, left, width, height }) => (
        <RecordCell
          key={record.id}
          generation={record}
          context={context}
          isTabStop={record.id === tabStop}
          className="absolute top-0"
          style={{ left, width, height }}
        />
      ))
    case 'record':
      return (
        <RecordCell
          generation={row.record}
          context={context}
          isTabStop={row.record.id === tabStop}
          className="max-w-4xl"
        />
      )
    case 'missing':
      return <Missing row={row} view={context.view} onRetry={onRetry} />
  }
}

/** The places of tiles, without what stands in them. */
function Sketch({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <div role="gridcell" aria-busy="true">
      {tiles.map(({ record, left, width, height }) => (
        <span key={record.id} className="absolute top-0 bg-raised" style={{ left, width, height }} />
      ))}
    </div>
  )
}

type MissingProps = Pick<ListLineProps, 'onRetry'> & { row: ListRow; view: CellContext['view'] }

/** The place of records that are on their way, or could not be fetched. */
function Missing({ row, view, onRetry }: MissingProps) {
  return (
    <div
      role="gridcell"
      aria-busy={!onRetry}
      className={`h-full ${view === 'grid' ? 'missing-tiles' : 'missing-rows'}`}
    >
      {onRetry ? (
        <div className="sticky top-1/3 flex flex-col items-center gap-3 py-10 text-small text-quiet">
          {m.history_chunk_failed()}
          <Button size="small" onClick={() => onRetry(row.chunk)}>
            {m.history_retry()}
          </Button>
        </div>
      ) : (
        <span className="sr-only">{m.history_loading()}</span>
      )}
    </div>
  )
}
