import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import {
  announceDeleted,
  generationKey,
  historyKey,
  rememberGeneration,
} from '../jobs/generations.ts'
import { noFilters } from './address.ts'
import { type HistoryState, HistoryStore } from './history-store.ts'
import { maxRecords, shownCount } from './history-window.ts'
import { fetchedRecords } from './window-changes.ts'

/** Record `r7` is the seventh that was made. */
const record = (number: number, updated = 0) =>
  ({
    id: `r${number}`,
    status: 'completed',
    images: [],
    updated_at: new Date(updated).toISOString(),
  }) as unknown as GenerationView

/** A server with a history, newest first. `busy` are the pages it refuses; `held` delays a page. */
function historyServer(count: number) {
  const server = {
    numbers: Array.from({ length: count }, (_, at) => count - at),
    busy: new Set<string>(),
    held: new Map<string, Promise<void>>(),
    asked: [] as string[],
    answer: async (address: string) => {
      const query = new URL(address, 'http://studio').searchParams
      const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))]
      server.asked.push(`${page}/${size}`)
      if (server.busy.has(`${page}/${size}`))
        return Response.json({ error: 'busy', code: 'too_many_starts' }, { status: 429 })
      const { length: total } = server.numbers
      const numbers = server.numbers.slice((page - 1) * size, page * size)
      await server.held.get(`${page}/${size}`)
      const data = numbers.map((number) => ({ id: `r${number}`, generation: record(number) }))
      return Response.json({
        data,
        page,
        total,
        totalPages: Math.ceil(total / size),
      })
    },
  }
  vi.stubGlobal('fetch', server.answer)
  return server
}

let client: QueryClient
let stops: (() => void)[]
beforeEach(() => {
  client = new QueryClient()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  vi.unstubAllGlobals()
})

async function open(place = 0): Promise<HistoryStore> {
  const store = new HistoryStore(client, { kind: 'image', filters: noFilters }, place)
  stops.push(store.listen())
  await until(store, ({ window }) => window !== undefined)
  return store
}

/** Waits until the store has a state. */
function until(store: HistoryStore, matches: (state: HistoryState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!matches(store.read())) return
      stop()
      resolve()
    }
    const stop = store.stateStore.subscribe(look)
    look()
  })
}

const shown = (store: HistoryStore) => fetchedRecords(store.read().window).map(({ id }) => id)
const from = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, at) => `r${first - at}`)
const isThere =
  (chunk: number) =>
  ({ window }: HistoryState) =>
    window?.chunks.has(chunk) === true

test('the newest records come first, others are loaded where they are viewed', async () => {
  historyServer(180)
  const store = await open()
  expect(shown(store)).toEqual(from(180, 131))
  expect(store.read().total).toBe(180)
  store.loadChunks([3])
  await until(store, isThere(3))
  expect(shown(store)).toEqual([...from(180, 131), ...from(30, 1)])
})

test('newer records wait, and everything else is found although it moved', async () => {
  const server = historyServer(120)
  const store = await open()
  server.numbers.unshift(122, 121)
  await store.refresh()
  expect(store.read().window).toMatchObject({
    pendingCount: 2,
    pending: [{ id: 'r122' }, { id: 'r121' }],
  })
  expect(shown(store)).toEqual(from(120, 71))
  store.loadChunks([1])
  await until(store, isThere(1))
  expect(shown(store)).toEqual(from(120, 21))
  store.showPending()
  expect(shown(store)).toEqual(from(122, 21))
  expect(store.read().total).toBe(122)
})

test('more newer records than were fetched are shown by a new window', async () => {
  const server = historyServer(60)
  const store = await open()
  server.numbers.unshift(...Array.from({ length: 70 }, (_, at) => 130 - at))
  await store.refresh()
  store.showPending()
  await until(store, ({ window }) => window?.pendingCount === 0)
  expect(shown(store)).toEqual(from(130, 31))
})

test('a deleted record is removed at once, and a restored one returns to its place', async () => {
  const server = historyServer(5)
  const store = await open()
  announceDeleted(['r4', 'r2'])
  expect(shown(store)).toEqual(['r5', 'r3', 'r1'])
  expect(store.read().total).toBe(3)
  server.numbers = [5, 3, 1]
  await store.refresh()
  expect(shown(store)).toEqual(['r5', 'r3', 'r1'])
  rememberGeneration(client, record(4))
  expect(shown(store)).toEqual(['r5', 'r4', 'r3', 'r1'])
  expect(store.read().total).toBe(4)
})

test('a record is updated at its place', async () => {
  historyServer(3)
  const store = await open()
  client.setQueryData(generationKey('r2'), { ...record(2, 1), is_favorite: true })
  expect(fetchedRecords(store.read().window)[1]).toMatchObject({ id: 'r2', is_favorite: true })
})

test('a range that failed to load reports it, and is loaded when it is requested again', async () => {
  const server = historyServer(150)
  const store = await open()
  server.busy.add('2/50')
  store.loadChunks([1])
  await until(store, ({ failed }) => failed.has(1))
  server.busy.clear()
  const before = server.asked.length
  store.loadChunks([1])
  expect(server.asked).toHaveLength(before)
  store.loadChunks([1], true)
  await until(store, isThere(1))
  expect(store.read().failed.size).toBe(0)
})

test('records deleted elsewhere while a stretch is on its way are neither missed nor shown twice', async () => {
  const server = historyServer(150)
  const store = await open()
  store.setAnchor(60)
  server.numbers = server.numbers.filter((number) => number !== 150 && number !== 149)
  store.loadChunks([1])
  await until(store, (state) => state.total === 148 && isThere(1)(state))
  expect(shown(store)).toEqual(from(148, 1))
})

test('a record deleted elsewhere while the window is fetched again leaves it too', async () => {
  const server = historyServer(150)
  const store = await open()
  store.setAnchor(60)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  server.held.set('2/50', promise)
  server.numbers = server.numbers.filter((number) => number !== 149)
  await store.refresh()
  await vi.waitFor(() => expect(server.asked).toContain('2/50'))
  server.numbers = server.numbers.filter((number) => number !== 145)
  await client.invalidateQueries({ queryKey: historyKey })
  server.held.clear()
  release()
  await until(store, ({ total }) => total === 148)
  expect(shown(store)).not.toContain('r145')
})

test('a window that could not be fetched again is fetched by the next refresh', async () => {
  const server = historyServer(150)
  const store = await open()
  store.setAnchor(60)
  server.busy.add('2/50')
  server.numbers = server.numbers.filter((number) => number !== 149)
  await store.refresh()
  await vi.waitFor(() => expect(server.asked).toContain('2/50'))
  server.busy.clear()
  const again = async () => {
    await store.refresh()
    expect(store.read().total).toBe(149)
  }
  await vi.waitFor(again, { timeout: 5_000 })
})

test('a distant place is another window of the same history', async () => {
  historyServer(maxRecords + 70)
  const store = await open(maxRecords + 60)
  const { window } = store.read()
  expect(window?.offset).toBe(maxRecords)
  expect(window && shownCount(window)).toBe(70)
  store.goTo(0)
  await until(store, (state) => state.window?.offset === 0)
  expect(shown(store).at(0)).toBe(`r${maxRecords + 70}`)
})

test('a history that failed to load reports the error, and is loaded once the server answers', async () => {
  const server = historyServer(2)
  server.busy.add('1/50')
  const store = new HistoryStore(client, { kind: 'image', filters: noFilters }, 0)
  stops.push(store.listen())
  await until(store, ({ error }) => error !== undefined)
  expect(store.read().error).toMatchObject({ status: 429 })
  server.busy.clear()
  await store.refresh()
  expect(store.read()).toMatchObject({ error: undefined, total: 2 })
})

test('an unsubscribed listener is not called', async () => {
  historyServer(3)
  const store = await open()
  for (const stop of stops) stop()
  announceDeleted(['r3'])
  expect(shown(store)).toEqual(from(3, 1))
})

test('refresh sends a request when a button uses it as its handler', async () => {
  const server = historyServer(3)
  const { refresh } = await open()
  server.asked.length = 0
  await refresh()
  expect(server.asked).toEqual(['1/50'])
})
