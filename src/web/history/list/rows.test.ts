import { expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
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

it('puts near copies of a day into one tile, at the place of the newest', () => {
  const hashes = ['0'.repeat(64), 'f'.repeat(64), `f${'0'.repeat(63)}`, null, '0'.repeat(64)]
  const records = hashes.map((perceptual_hash, at) => {
    const day = at < 4 ? 21 : 20
    return {
      id: String(at),
      created_at: new Date(2026, 10, day, 12).toISOString(),
      images: perceptual_hash === null ? [] : [{ perceptual_hash }],
    } as GenerationView
  })
  const window = withChunk(windowAround(0, records.length), 0, records)
  const shape = { width: 700, ratio: () => 1, rowHeight: 100 }
  const placesOf = (view: 'stacks' | 'grid') =>
    createLayout()(window, { view, ...shape }).flatMap((row) =>
      row.type === 'tiles'
        ? [{ place: row.place, tiles: row.tiles.map(({ record, size }) => [record.id, size]) }]
        : [],
    )
  expect(placesOf('stacks')).toEqual([
    {
      place: 0,
      tiles: [
        ['0', 2],
        ['1', 1],
        ['3', 1],
      ],
    },
    { place: 4, tiles: [['4', 1]] },
  ])
  expect(placesOf('grid').flatMap(({ tiles }) => tiles)).toHaveLength(5)
})
