import { expect, test, vi } from 'vitest'
import type { GenerationView } from '#contract/generation.ts'
import type { ListRow, Tile } from './rows.ts'
import { rangeWithCards } from './use-virtual-rows.ts'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

const tile: Tile = { record: {} as GenerationView, left: 0, width: 240, height: 240 }

function rowsOf(count: number, tiles: number, height: number): ListRow[] {
  return Array.from({ length: count }, (_, at) => {
    const shared = { key: String(at), chunk: 0, place: at * tiles, height }
    return { type: 'tiles', ...shared, tiles: Array.from({ length: tiles }, () => tile) }
  })
}

const cards = (rows: ListRow[], indexes: number[]) =>
  indexes.reduce((sum, index) => sum + (rows[index]?.type === 'tiles' ? 8 : 0), 0)

test('lines are drawn beyond the window on both sides, as far as the number of records allows', () => {
  const rows = rowsOf(100, 8, 160)
  const indexes = rangeWithCards({ startIndex: 40, endIndex: 46, count: 100 }, rows, undefined)
  expect(indexes).toEqual([39, 40, 41, 42, 43, 44, 45, 46, 47])
  expect(cards(rows, indexes)).toBeLessThanOrEqual(72)
})

test('lines far away are not drawn, except the one that has the keyboard', () => {
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
