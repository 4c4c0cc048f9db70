import { expect, it } from 'vitest'
import type { GenerationView } from '#contract/generation.ts'
import { windowAround, withChunk } from '#web/lib/history/history-window.ts'
import { createLayout } from './rows.ts'

/** Records of these days of November 2026, the newest first. */
function rowsOf(days: readonly number[], joinsDays: boolean, view: 'grid' | 'list' = 'grid') {
  const records = days.map((day, at) => {
    return {
      id: `${day}-${at}`,
      created_at: new Date(2026, 10, day, 12, 0, 59 - at).toISOString(),
    } as GenerationView
  })
  const window = withChunk(windowAround(0, days.length), 0, records)
  const rows = createLayout()(window, {
    view,
    width: 1200,
    ratio: () => 1,
    rowHeight: 100,
    joinsDays,
  })
  return rows.map((row) => {
    if (row.type === 'day')
      return [row.day, row.until].flatMap((day) => (day ? [new Date(day).getDate()] : [])).join('-')
    return row.type === 'tiles' ? row.tiles.length : row.type
  })
}

it('gives each day of a whole history its own line', () => {
  expect(rowsOf([21, 20, 19], false)).toEqual(['21', 1, '20', 1, '19', 1])
})

it('puts sparse days of a filtered grid into one line, as many as fit', () => {
  // A line of 1200 px holds four squares of 240 px.
  expect(rowsOf([21, 20, 19, 18, 17, 16], true)).toEqual(['21-18', 4, '17-16', 2])
  expect(rowsOf([21, 20, 20, 20, 20, 20, 19, 18], true)).toEqual(['21', 1, '20', 5, '19-18', 2])
  expect(rowsOf([21, 20], true, 'list')).toEqual(['21', 'record', '20', 'record'])
})
