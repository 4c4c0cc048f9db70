import { expect, test, vi } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ListRow } from './rows.ts'
import { tabStopOf } from './use-records.ts'
import type { DrawnRows } from './use-virtual-rows.ts'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

function drawnLines(ids: readonly string[], from: number): DrawnRows {
  const rows = ids.map((id, place): ListRow => {
    return { type: 'record', key: id, chunk: 0, place, height: 1, record: { id } as GenerationView }
  })
  const items = rows.map(({ key }, index) => ({ key, index, start: 0, end: 0, size: 0, lane: 0 }))
  return { rows, items: items.slice(from) }
}

test('Tab focuses the record that had the keyboard focus, as long as it is rendered', () => {
  expect(tabStopOf(drawnLines(['a', 'b', 'c'], 0), 'b', 0)).toBe('b')
  expect(tabStopOf(drawnLines(['a', 'b', 'c'], 2), 'b', 2)).toBe('c')
})

test('Tab focuses the first record in the window, not one rendered above it', () => {
  expect(tabStopOf(drawnLines(['a', 'b', 'c'], 0), undefined, 1)).toBe('b')
})

test('Tab focuses the first rendered record where none is in the window yet', () => {
  expect(tabStopOf(drawnLines(['a', 'b'], 0), undefined, 5)).toBe('a')
})
