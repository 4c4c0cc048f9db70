import type { ListRow } from '../layout/rows.ts'
import type { RowsVirtualizer } from './use-virtual-rows.ts'

/** What the reader has at the top of what they see. */
export type Stand = {
  /** The record, where one is there. */
  id?: string | undefined
  /** Its place in the span, counted from 0. */
  place: number
  /** How far below the beginning of its line the top is, in px. */
  below: number
}

/** Where the reader stands; `undefined` at the top of the list, which new records may move. */
export function standIn(
  rows: readonly ListRow[],
  virtualizer: RowsVirtualizer,
  covered: number,
): Stand | undefined {
  const offset = scrollY + covered
  if (rows.length === 0 || offset <= virtualizer.options.scrollMargin) return undefined
  const item = virtualizer.getVirtualItemForOffset(offset)
  const row = item && rows[item.index]
  if (!item || !row) return undefined
  const below = offset - item.start
  if (row.type === 'missing') {
    const passed = Math.floor((below / row.height) * row.count)
    return { place: row.place + passed, below: below - (passed * row.height) / row.count }
  }
  if (row.type === 'day')
    return { id: firstId(rows[item.index + 1]), place: row.place, below: below - item.size }
  return { id: firstId(row), place: row.place, below }
}

function firstId(row: ListRow | undefined): string | undefined {
  if (row?.type === 'record') return row.record.id
  return row?.type === 'tiles' ? row.tiles[0]?.record.id : undefined
}
