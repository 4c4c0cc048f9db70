import { expect, test } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ListRow } from './rows.ts'
import { stepFrom } from './step.ts'

function tiles(widths: Record<string, number>): ListRow {
  let left = 0
  const placed = Object.entries(widths).map(([id, width]) => {
    const tile = { record: { id } as GenerationView, size: 1, left, width, height: 100 }
    left += width + 4
    return tile
  })
  return {
    type: 'tiles',
    key: Object.keys(widths).join(),
    chunk: 0,
    place: 0,
    height: 104,
    tiles: placed,
  }
}

const day: ListRow = {
  type: 'day',
  key: 'day',
  chunk: 0,
  place: 0,
  height: 52,
  day: 'Sat Nov 21 2026',
}
const grid = [day, tiles({ a: 100, b: 200 }), day, tiles({ c: 80, d: 80, e: 140 })]
const path = (from: string, ...keys: string[]) =>
  keys.reduce((id, key) => stepFrom(grid, id, key) ?? `${id}!`, from)

test('left and right go through all records in their order, over the ends of lines', () => {
  expect(path('a', 'ArrowRight', 'ArrowRight')).toBe('c')
  expect(path('c', 'ArrowLeft')).toBe('b')
  expect(path('e', 'ArrowRight')).toBe('e!')
})

test('up and down go to the record that is nearest, past headings', () => {
  expect(path('b', 'ArrowDown')).toBe('e')
  expect(path('a', 'ArrowDown')).toBe('c')
  expect(path('d', 'ArrowUp')).toBe('a')
  expect(path('a', 'ArrowUp')).toBe('a!')
})

test('Home and End go to the first and the last record', () => {
  expect(path('d', 'Home')).toBe('a')
  expect(path('a', 'End')).toBe('e')
})
