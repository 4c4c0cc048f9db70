// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts, wherever they belong
// biome-ignore-all lint/a11y/useFocusableInteractive: the keyboard stands on records, not on lines
import { memo, type Ref, useEffect, useState } from 'react'
import { formatDay } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { type CellContext, RecordCell } from './record-cell.tsx'
import type { ListRow, Tile } from './rows.ts'
import type { RowsVirtualizer } from './use-virtual-rows.ts'

type ListLineProps = {
  row: ListRow
  index: number
  /** From the top of the list, in px. */
  start: number
  context: CellContext
  virtualizer: RowsVirtualizer
  /** The page scrolls too fast to see anything: new lines are rendered as placeholders. */
  isRushing: boolean
  /** The record that Tab focuses, if it is in this line. */
  tabStop: string | undefined
  /** Its record has the keyboard focus, or is about to: it is always rendered in full. */
  hasKeyboard: boolean
  /** The chunk failed to load; requests it again. */
  onRetry: ((chunk: number) => void) | undefined
  measure: Ref<HTMLDivElement> | undefined
}

/** One line of the list, at its position. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { row, index, start, measure, isRushing, virtualizer, hasKeyboard, ...rest } = props
  const isPlaceholder = useIsPlaceholder(props)
  return (
    <div
      ref={measure}
      role="row"
      data-index={index}
      className="absolute inset-x-0 top-0"
      style={{
        transform: `translateY(${start}px)`,
        ...(row.type !== 'record' && { height: row.height }),
      }}
    >
      {isPlaceholder && row.type === 'tiles' ? (
        <Sketch tiles={row.tiles} />
      ) : (
        <LineBody row={row} {...rest} />
      )}
    </div>
  )
})

/**
 * Whether only placeholders of a line's tiles are rendered: it appeared while the page scrolls, and
 * its turn has not come.
 */
function useIsPlaceholder({
  row,
  index,
  isRushing,
  hasKeyboard,
  virtualizer,
}: ListLineProps): boolean {
  const [isPlaceholder, setPlaceholder] = useState(() => {
    if (row.type !== 'tiles') return false
    return isRushing || (virtualizer.isScrolling && linesAway(index, virtualizer) > 0)
  })
  if (isPlaceholder && hasKeyboard) setPlaceholder(false)
  const isDue = isPlaceholder && !isRushing
  useEffect(() => {
    return isDue
      ? renderOnePerFrame(() => setPlaceholder(false), linesAway(index, virtualizer))
      : undefined
  }, [isDue, index, virtualizer])
  return isPlaceholder
}

/** How many lines are between a line and the window; those in it have 0. */
function linesAway(index: number, { range }: RowsVirtualizer): number {
  return range ? Math.max(0, range.startIndex - index, index - range.endIndex) : 0
}

type LineBodyProps = Pick<ListLineProps, 'row' | 'context' | 'tabStop' | 'onRetry'>

/** Its records are rendered again only when one of them changed, however the line moves. */
const LineBody = memo(function LineBody({ row, context, tabStop, onRetry }: LineBodyProps) {
  switch (row.type) {
    case 'day':
      return (
        <div role="gridcell" className="flex h-full items-end pb-2">
          <h2 className="text-small font-medium text-quiet">
            {row.until
              ? m.history_days({ from: formatDay(row.until), to: formatDay(row.day) })
              : formatDay(row.day)}
          </h2>
        </div>
      )
    case 'tiles':
      return row.tiles.map(({ record, size, left, width, height }) => (
        <RecordCell
          key={record.id}
          generation={record}
          stackSize={size}
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
})

/** The placeholders of tiles. */
function Sketch({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <div role="gridcell" aria-busy="true">
      {tiles.map(({ record, left, width, height }) => (
        <span
          key={record.id}
          className="absolute top-0 bg-raised"
          style={{ left, width, height }}
        />
      ))}
    </div>
  )
}

type MissingProps = Pick<ListLineProps, 'onRetry'> & { row: ListRow; view: CellContext['view'] }

/** The placeholder of records that are loading, or failed to load. */
function Missing({ row, view, onRetry }: MissingProps) {
  return (
    <div
      role="gridcell"
      aria-busy={!onRetry}
      className={`h-full ${view === 'list' ? 'missing-rows' : 'missing-tiles'}`}
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

const waiting = new Map<() => void, number>()
let isFrameRequested = false

/**
 * Schedules a rendering: one per frame, so that no frame renders much, and lines nearest to the
 * window first. Returns a function that cancels it.
 */
function renderOnePerFrame(draw: () => void, distance: number): () => void {
  waiting.set(draw, distance)
  requestFrame()
  return () => waiting.delete(draw)
}

function requestFrame() {
  if (isFrameRequested || waiting.size === 0) return
  isFrameRequested = true
  requestAnimationFrame(drawNext)
}

function drawNext() {
  isFrameRequested = false
  const [next] = [...waiting].sort(([, one], [, other]) => one - other)
  if (!next) return
  const [draw] = next
  waiting.delete(draw)
  draw()
  requestFrame()
}
