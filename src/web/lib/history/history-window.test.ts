import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import {
  chunkCount,
  chunkSize,
  type HistoryWindow,
  knownCount,
  maxRecords,
  pagesCovering,
  placeAt,
  serverOffset,
  shownCount,
  sizeOf,
  startOf,
  windowAround,
  withChunk,
} from './history-window.ts'
import {
  canShowPending,
  chunksAround,
  compare,
  fetchedRecords,
  withoutRecord,
  withPending,
  withRecord,
} from './window-changes.ts'

const record = (number: number) => ({ id: String(number), prompt: '' }) as GenerationView

/** A server's list, newest first. */
const serverWith = (count: number) => Array.from({ length: count }, (_, at) => record(count - at))

function fetchChunk(
  window: HistoryWindow,
  server: readonly GenerationView[],
  chunk: number,
): HistoryWindow {
  const offset = serverOffset(window, chunk)
  return withChunk(window, chunk, server.slice(offset, offset + sizeOf(window, chunk)))
}

type World = { server: GenerationView[]; window: HistoryWindow; made: number }

/** Changes of a history while it is shown; the page is notified of all. */
const happenings: Record<string, (world: World, which: number) => void> = {
  make(world) {
    world.server.unshift(record(++world.made))
    const difference = compare(
      world.window,
      knownCount(world.window),
      world.server.length,
      world.server.slice(0, chunkSize),
    )
    expect(difference).not.toBe('differs')
    if (typeof difference === 'object') world.window = { ...world.window, ...difference }
  },
  delete(world, which) {
    const shown = fetchedRecords(world.window)
    const gone = shown[which % Math.max(1, shown.length)]
    if (!gone) return
    world.server = world.server.filter(({ id }) => id !== gone.id)
    world.window = withoutRecord(world.window, gone.id)
  },
  fetch(world, which) {
    const chunk = which % Math.max(1, chunkCount(world.window))
    if (!world.window.chunks.has(chunk))
      world.window = fetchChunk(world.window, world.server, chunk)
  },
  letIn(world) {
    if (canShowPending(world.window)) world.window = withPending(world.window)
  },
}

describe('a window of a history', () => {
  test('finds the place of its records on the server after creations, deletions and fetches', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(500)), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 180 }), steps, (count, happened) => {
        const server = serverWith(count)
        const world: World = {
          server,
          window: fetchChunk(windowAround(0, count), server, 0),
          made: count,
        }
        for (const [name, which] of happened) {
          happenings[name]?.(world, which)
          const { window } = world
          expect(knownCount(window)).toBe(world.server.length)
          for (const [chunk, { records }] of window.chunks) {
            const offset = serverOffset(window, chunk)
            expect(records).toEqual(world.server.slice(offset, offset + records.length))
          }
        }
      }),
    )
  })

  test('puts a restored record back at its place', () => {
    const window = fetchChunk(windowAround(0, 30), serverWith(30), 0)
    const without = withoutRecord(withoutRecord(window, '20'), '21')
    expect(shownCount(without)).toBe(28)
    const back = withRecord(withRecord(without, record(21)), record(20))
    expect(fetchedRecords(back).map(({ id }) => id)).toEqual(
      fetchedRecords(window).map(({ id }) => id),
    )
  })

  test('shows the current state of a record, and ignores unknown records', () => {
    const window = fetchChunk(windowAround(0, 3), serverWith(3), 0)
    const changed = { ...record(2), prompt: 'new' }
    expect(fetchedRecords(withRecord(window, changed))[1]).toBe(changed)
    expect(withRecord(window, record(99))).toBe(window)
    expect(withoutRecord(window, '99')).toBe(window)
  })

  test('notices that it differs from the list of the server', () => {
    const server = serverWith(60)
    const window = fetchChunk(windowAround(0, 60), server, 0)
    expect(compare(window, 60, 60, server.slice(0, 50))).toBe('same')
    expect(compare(window, 60, 59, server.slice(1, 51))).toBe('differs')
    expect(compare(window, 60, 60, [record(99), ...server.slice(1, 50)])).toBe('differs')
    expect(compare(window, 60, 61, [record(61), ...server.slice(0, 49)])).toEqual({
      pending: [record(61)],
      pendingCount: 1,
    })
  })

  test('of a very long history contains what fits on a page', () => {
    const window = windowAround(maxRecords * 2 + 7, maxRecords * 2 + 100)
    expect([window.offset, window.length]).toEqual([maxRecords * 2, 100])
    expect(serverOffset(window, 1)).toBe(maxRecords * 2 + chunkSize)
    expect(windowAround(5, 0)).toMatchObject({ offset: 0, length: 0 })
  })

  test('finds places and the records around one', () => {
    const server = serverWith(170)
    const gone = withoutRecord(fetchChunk(windowAround(0, 170), server, 0), '170')
    const window = fetchChunk(fetchChunk(gone, server.slice(1), 1), server.slice(1), 3)
    expect(placeAt(window, 49)).toEqual({ chunk: 1, at: 0 })
    expect(placeAt(window, 500)).toEqual({ chunk: 3, at: 19 })
    expect(chunksAround(window, '120')).toEqual([0, 1])
    expect(chunksAround(window, '5')).toEqual([3])
    expect(chunksAround(window, 'nobody')).toEqual([])
  })
})

test('pages contain every requested record, and are within the limits of the server', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 100 }), (offset, count) => {
      const pages = pagesCovering(offset, count)
      const held = pages.flatMap((page) =>
        Array.from({ length: page.pageSize }, (_, at) => startOf(page) + at),
      )
      expect(held).toEqual(
        expect.arrayContaining(Array.from({ length: count }, (_, at) => offset + at)),
      )
      expect(pages.every(({ page, pageSize }) => page >= 1 && pageSize <= 100)).toBe(true)
    }),
  )
})

test('one page is enough where a page size fits', () => {
  expect(pagesCovering(0, 50)).toEqual([{ page: 1, pageSize: 50 }])
  expect(pagesCovering(101, 50)).toEqual([{ page: 2, pageSize: 76 }])
})
