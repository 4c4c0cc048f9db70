import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type Stack, stackNearCopies } from '#core/image-search/near-copy-rules.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import {
  type Chunk,
  chunkCount,
  type HistoryWindow,
  sizeOf,
} from '#web/lib/history/history-window.ts'
import { justify, targetHeight } from './justify.ts'

/**
 * One line of the list. `place` is the index of its first record in the window; `height` is in px.
 */
export type ListRow = {
  key: string
  chunk: number
  place: number
  height: number
} /** The records below it are of `day`; of several sparse days, down to `until`. */ & (
  | { type: 'day'; day: string; until?: string }
  | { type: 'tiles'; tiles: readonly Tile[] }
  | { type: 'record'; record: GenerationView }
  /** Records that were not fetched yet. */
  | { type: 'missing'; count: number }
)

/** A record in its row, in px from the left. `size`: how many near copies it stands for. */
export type Tile = {
  record: GenerationView
  size: number
  left: number
  width: number
  height: number
}

export type ListShape = {
  view: HistoryView
  /** In px. */
  width: number
  ratio: (record: GenerationView) => number
  /** The estimated height of a row in the list view, in px. */
  rowHeight: number
  /** Days with few records share rows, as in a history with a filter. */
  joinsDays?: boolean
}

const gap = 4
const dayHeight = 52

type Laid = {
  chunk: Chunk
  previousDay: string
  fills: boolean
  shape: ListShape
  rows: ListRow[]
  lastDay: string
}

/**
 * Lays a window out line by line, and caches each chunk's lines: those of an unchanged chunk stay the
 * same objects.
 */
export function createLayout(): (window: HistoryWindow, shape: ListShape) => ListRow[] {
  let remembered = new Map<number, Laid>()
  return (window, shape) => {
    const laid = new Map<number, Laid>()
    const rows: ListRow[] = []
    const heightOf = estimate(remembered, shape)
    const chunks = chunkCount(window)
    let place = 0
    for (let number = 0; number < chunks; number++) {
      const chunk = window.chunks.get(number)
      const count = sizeOf(window, number)
      if (!chunk) rows.push(missing(number, place, count, heightOf))
      else {
        const previousDay = laid.get(number - 1)?.lastDay ?? ''
        const known = { chunk, previousDay, fills: number < chunks - 1, shape }
        const old = remembered.get(number)
        const now =
          old && isSame(old, known) && old.rows[0]?.place === place
            ? old
            : layOut(number, place, known)
        laid.set(number, now)
        for (const row of now.rows) rows.push(row)
      }
      place += count
    }
    remembered = laid
    return rows
  }
}

function isSame(
  old: Laid,
  { chunk, previousDay, fills, shape }: Omit<Laid, 'rows' | 'lastDay'>,
): boolean {
  return (
    old.chunk === chunk &&
    old.previousDay === previousDay &&
    old.fills === fills &&
    old.shape === shape
  )
}

function layOut(number: number, start: number, known: Omit<Laid, 'rows' | 'lastDay'>): Laid {
  const rows: ListRow[] = []
  let day = known.previousDay
  let place = start
  for (const records of groupsOf(known)) {
    const [first, last] = [records[0], records.at(-1)]
    const [itsDay, until] = [first ? dayOf(first) : day, last ? dayOf(last) : day]
    const range = until === itsDay ? {} : { until }
    if (itsDay !== day)
      rows.push({
        type: 'day',
        key: `day-${itsDay}`,
        chunk: number,
        place,
        height: dayHeight,
        day: itsDay,
        ...range,
      })
    day = until
    const fills = known.fills && last === known.chunk.records.at(-1)
    rows.push(...layOutLines(records, { chunk: number, place, fills, shape: known.shape }))
    place += records.length
  }
  return { ...known, rows, lastDay: day }
}

type Run = { chunk: number; place: number; fills: boolean; shape: ListShape }

function layOutLines(
  records: readonly GenerationView[],
  { chunk, place, fills, shape }: Run,
): ListRow[] {
  if (shape.view === 'list') {
    return records.map((record, at) => {
      return {
        type: 'record',
        key: record.id,
        chunk,
        place: place + at,
        height: shape.rowHeight,
        record,
      }
    })
  }
  const { width } = shape
  const stacks = stackRecords(records, shape)
  const ratios = stacks.map(({ top }) => shape.ratio(top))
  return justify(ratios, { width, gap, target: targetHeight(width), fills }).map(
    ({ from, to, height }) => {
      let left = 0
      const tiles = stacks.slice(from, to).map(({ top: record, size }, at) => {
        const tile = { record, size, left, width: (ratios[from + at] ?? 1) * height, height }
        left += tile.width + gap
        return tile
      })
      return {
        type: 'tiles',
        key: `row-${stacks[from]?.top.id}`,
        chunk,
        place: place + (stacks[from]?.at ?? 0),
        height: height + gap,
        tiles,
      }
    },
  )
}

/** Near copies below one heading are one tile in that view. */
function stackRecords(
  records: readonly GenerationView[],
  { view }: ListShape,
): Stack<GenerationView>[] {
  const hashOf = ({ images }: GenerationView) => images[0]?.perceptual_hash ?? null
  return stackNearCopies(records, view === 'stacks' ? hashOf : () => null)
}

/** The estimated height of a record that was not measured yet, from those that were, in px. */
function estimate(
  remembered: ReadonlyMap<number, Laid>,
  { view, width, rowHeight }: ListShape,
): number {
  if (view === 'list') return rowHeight
  const laid = [...remembered.values()]
  const count = laid.reduce((sum, { chunk }) => sum + chunk.records.length, 0)
  if (count === 0) return (targetHeight(width) * targetHeight(width)) / Math.max(1, width)
  return (
    laid.reduce((sum, { rows }) => sum + rows.reduce((height, row) => height + row.height, 0), 0) /
    count
  )
}

function missing(chunk: number, place: number, count: number, height: number): ListRow {
  return {
    type: 'missing',
    key: `missing-${chunk}`,
    chunk,
    place,
    count,
    height: Math.ceil(count * height),
  }
}

/**
 * The records below one heading: a day, or in a grid that joins days, days in a row that together
 * fill a line or less.
 */
function groupsOf({
  chunk,
  shape,
  previousDay,
}: Omit<Laid, 'rows' | 'lastDay'>): GenerationView[][] {
  const days = byDay(chunk.records)
  if (!shape.joinsDays || shape.view === 'list') return days
  const groups: GenerationView[][] = []
  for (const day of days) {
    const last = groups.at(-1)
    // The rest of a day that began in the previous chunk has its heading there.
    const mayJoin = last?.[0] && dayOf(last[0]) !== previousDay
    if (last && mayJoin && widthOf([...last, ...day], shape) <= shape.width) last.push(...day)
    else groups.push([...day])
  }
  return groups
}

/** The width of a line with these records, in px. */
function widthOf(records: readonly GenerationView[], { ratio, width }: ListShape): number {
  const ratios = records.reduce((sum, record) => sum + ratio(record), 0)
  return ratios * targetHeight(width) + gap * (records.length - 1)
}

function byDay(records: readonly GenerationView[]): GenerationView[][] {
  const days: GenerationView[][] = []
  for (const record of records) {
    const last = days.at(-1)
    if (last?.[0] && dayOf(last[0]) === dayOf(record)) last.push(record)
    else days.push([record])
  }
  return days
}

/** The day in the reader's time zone, as a key. */
function dayOf({ created_at }: GenerationView): string {
  return new Date(created_at).toDateString()
}
