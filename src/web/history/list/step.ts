import type { ListRow, Tile } from './rows.ts'

/**
 * The record that a key moves to: the next one in the row, the nearest one above or below, the
 * first, the last.
 */
export function stepFrom(rows: readonly ListRow[], id: string, key: string): string | undefined {
  if (key === 'Home') return edgeOf(rows.find(hasRecords), 'first')
  if (key === 'End') return edgeOf(rows.findLast(hasRecords), 'last')
  const index = rowOf(rows, id)
  const row = rows[index]
  if (!row) return undefined
  if (key === 'ArrowRight') return beside(row, id, 1) ?? edgeOf(adjacent(rows, index, 1), 'first')
  if (key === 'ArrowLeft') return beside(row, id, -1) ?? edgeOf(adjacent(rows, index, -1), 'last')
  if (key === 'ArrowDown') return nearest(adjacent(rows, index, 1), centreOf(row, id))
  if (key === 'ArrowUp') return nearest(adjacent(rows, index, -1), centreOf(row, id))
  return undefined
}

/** The line of a record; -1 where it has none. */
export function rowOf(rows: readonly ListRow[], id: string): number {
  return rows.findIndex((row) => tilesOf(row).some(({ record }) => record.id === id))
}

function hasRecords(row: ListRow): boolean {
  return row.type === 'tiles' || row.type === 'record'
}

function tilesOf(row: ListRow | undefined): readonly Pick<Tile, 'record' | 'left' | 'width'>[] {
  if (row?.type === 'tiles') return row.tiles
  return row?.type === 'record' ? [{ record: row.record, left: 0, width: 1 }] : []
}

/** The next line with records, in a direction; unfetched records end the search. */
function adjacent(rows: readonly ListRow[], index: number, by: 1 | -1): ListRow | undefined {
  const next = rows[index + by]
  return next?.type === 'day' ? adjacent(rows, index + by, by) : next
}

function beside(row: ListRow, id: string, by: 1 | -1): string | undefined {
  const tiles = tilesOf(row)
  return tiles[tiles.findIndex(({ record }) => record.id === id) + by]?.record.id
}

function edgeOf(row: ListRow | undefined, edge: 'first' | 'last'): string | undefined {
  return tilesOf(row).at(edge === 'first' ? 0 : -1)?.record.id
}

function centreOf(row: ListRow, id: string): number {
  const tile = tilesOf(row).find(({ record }) => record.id === id)
  return tile ? tile.left + tile.width / 2 : 0
}

function nearest(row: ListRow | undefined, centre: number): string | undefined {
  const distance = ({ left, width }: Pick<Tile, 'left' | 'width'>) =>
    Math.abs(left + width / 2 - centre)
  return tilesOf(row).toSorted((one, other) => distance(one) - distance(other))[0]?.record.id
}
