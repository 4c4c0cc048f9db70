import { expect, test, vi } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ListRow, Tile } from './rows.ts'
import { positionAt } from './use-scroll-anchor.ts'
import { offsetOf, rangeWithCards } from './use-virtual-rows.ts'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

const tile: Tile = { record: {} as GenerationView, size: 1, left: 0, width: 240, height: 240 }

function rowsOf(count: number, tiles: number, height: number): ListRow[] {
  return Array.from({ length: count }, (_, at) => {
    const shared = { key: String(at), chunk: 0, place: at * tiles, height }
    return { type: 'tiles', ...shared, tiles: Array.from({ length: tiles }, () => tile) }
  })
}

const cards = (rows: ListRow[], indexes: number[]) =>
  indexes.reduce((sum, index) => sum + (rows[index]?.type === 'tiles' ? 8 : 0), 0)

test('lines are rendered beyond the window on both sides, as far as the number of records allows', () => {
  const rows = rowsOf(100, 8, 160)
  const indexes = rangeWithCards({ startIndex: 40, endIndex: 46, count: 100 }, rows, undefined)
  expect(indexes).toEqual([39, 40, 41, 42, 43, 44, 45, 46, 47])
  expect(cards(rows, indexes)).toBeLessThanOrEqual(72)
})

test('lines far away are not rendered, except the one that has the keyboard focus', () => {
  const rows = rowsOf(100, 1, 200)
  const near = [16, 17, 18, 19, 20, 21, 22, 23, 24]
  expect(rangeWithCards({ startIndex: 20, endIndex: 20, count: 100 }, rows, undefined)).toEqual(
    near,
  )
  expect(rangeWithCards({ startIndex: 20, endIndex: 20, count: 100 }, rows, 90)).toEqual([
    ...near,
    90,
  ])
  expect(rangeWithCards({ startIndex: 20, endIndex: 20, count: 100 }, rows, 2)).toEqual([
    2,
    ...near,
  ])
})

/** Lines one below the other, the first one 200 px down the page. */
function virtualizerOf(rows: readonly ListRow[]) {
  let end = 200
  const items = rows.map(({ key, height }, index) => {
    const start = end
    end += height
    return { key, index, start, end, size: height, lane: 0 }
  })
  return {
    measurementsCache: items,
    options: { scrollMargin: 200 },
    getVirtualItemForOffset: (offset: number) => items.findLast(({ start }) => start <= offset),
  }
}

const recordRow = (id: string, place: number, height: number): ListRow => {
  return { type: 'record', key: id, chunk: 0, place, height, record: { id } as GenerationView }
}

test('the record at the top of the window stays there when lines are added above it', () => {
  const before = [recordRow('b', 0, 100), recordRow('c', 1, 100), recordRow('d', 2, 100)]
  const stand = positionAt(before, virtualizerOf(before), 330)
  expect(stand).toEqual({ id: 'c', place: 1, below: 30 })
  const after = [recordRow('a', 0, 250), ...before.map((row, at) => ({ ...row, place: at + 1 }))]
  expect(stand && offsetOf(stand, after, virtualizerOf(after))).toBe(580)
})

test('when the record was deleted, its former position stays at the top', () => {
  const before = [recordRow('a', 0, 100), recordRow('b', 1, 100), recordRow('c', 2, 100)]
  const stand = positionAt(before, virtualizerOf(before), 310)
  const after = [recordRow('a', 0, 100), recordRow('c', 1, 100)]
  expect(stand && offsetOf(stand, after, virtualizerOf(after))).toBe(310)
})

test('within unloaded records the index counts, and none at the top of the list', () => {
  const rows: ListRow[] = [
    recordRow('a', 0, 100),
    { type: 'missing', key: 'm', chunk: 1, place: 1, height: 1_000, count: 10 },
  ]
  const virtualizer = virtualizerOf(rows)
  const stand = positionAt(rows, virtualizer, 650)
  expect(stand).toEqual({ place: 4, below: 50 })
  expect(stand && offsetOf(stand, rows, virtualizer)).toBe(650)
  expect(positionAt(rows, virtualizer, 200)).toBeUndefined()
})
