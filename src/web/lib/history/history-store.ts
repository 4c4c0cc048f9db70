import { type QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { createStore } from 'zustand'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ImageHistoryPage } from '#core/history/contract/history-records.ts'
import { type HistoryPage, isOpen, onDeleted } from '../jobs/generations.ts'
import { buildWindow, fetchRecords, type HistorySource, recordsOf } from './fetch-window.ts'
import { newestQuery } from './history-query.ts'
import {
  type HistoryWindow,
  knownCount,
  serverOffset,
  sizeOf,
  windowAround,
  withChunk,
} from './history-window.ts'
import {
  canShowPending,
  compare,
  fetchedRecords,
  withoutRecord,
  withPending,
  withRecord,
} from './window-changes.ts'

/**
 * One history under one filter: fetched where it is viewed, and kept unchanged while newer records
 * wait until the user shows them. Records that change or are deleted are updated at their place.
 */
export class HistoryStore {
  /** The current state, for components. */
  readonly stateStore = createStore(() => unknownHistory)
  #anchor: number
  #isRebuilding = false
  /** The last newest page that was applied. */
  #lastPage: HistoryPage | undefined
  readonly #client: QueryClient
  readonly source: HistorySource
  readonly #newest: ReturnType<typeof observeNewest>
  readonly #loading = new Set<number>()

  /** `place` is the first position, counted from 0. Nothing is fetched before `listen`. */
  constructor(client: QueryClient, source: HistorySource, place: number) {
    this.#client = client
    this.source = source
    this.#anchor = place
    this.#newest = observeNewest(client, source)
  }

  read = (): HistoryState => this.stateStore.getState()

  /** Keeps it current until the returned function is called. */
  listen(): () => void {
    const stops = [
      this.#newest.subscribe((result) => this.#onResult(result)),
      onDeleted((ids) => this.#edit((window) => ids.reduce(withoutRecord, window))),
      this.#client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== 'generation') return
        const record = query.state.data as GenerationView | undefined
        if (record) this.#edit((window) => withRecord(window, record))
      }),
    ]
    this.#onResult(this.#newest.getCurrentResult())
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Fetches what is missing of these chunks. `again` also tries those that failed. */
  loadChunks(chunks: readonly number[], again = false): void {
    for (const chunk of chunks) if (again || !this.read().failed.has(chunk)) void this.#load(chunk)
  }

  /**
   * The current position, counted from 0: if everything has to be fetched again, it begins there.
   */
  setAnchor(place: number): void {
    this.#anchor = place
  }

  /** Shows the newer records, above all others. */
  showPending(): void {
    const { window } = this.read()
    if (!window || window.pendingCount === 0) return
    if (canShowPending(window)) this.#change({ window: withPending(window) })
    else void this.#rebuild(0)
  }

  /** Goes to the window that contains a place, where another one is shown. */
  goTo(place: number): void {
    const { window, total } = this.read()
    this.#anchor = place
    if (window && windowAround(place, total).offset !== window.offset) void this.#rebuild(place)
  }

  /**
   * Fetches the newest records and the open ones now. Bound, because buttons use it as their
   * handler.
   */
  refresh = async (): Promise<void> => {
    const open = fetchedRecords(this.read().window).filter(isOpen)
    const keys = open.map(({ id }) =>
      this.#client.refetchQueries({ queryKey: ['generation', id], exact: true }),
    )
    await Promise.all([this.#newest.refetch(), ...keys])
  }

  #onResult(result: QueryObserverResult<HistoryPage>) {
    const { data, error, isFetching } = result
    const isNew = data !== undefined && data !== this.#lastPage
    this.#change({ isFetching, error: error && !this.read().window ? error : undefined })
    if (!isNew || this.#isRebuilding) return
    this.#lastPage = data
    this.#onPage(data)
  }

  #onPage(page: HistoryPage) {
    const { total, stats } = page
    const { window } = this.read()
    const records = recordsOf(this.#client, page)
    const first = window ?? windowWith(records, windowAround(this.#anchor, total))
    const difference = window ? compare(window, this.read().total, total, records) : 'same'
    if (difference === 'differs') return void this.#rebuild()
    const next = difference === 'same' ? first : { ...first, ...difference }
    this.#change({ window: records.reduce(withRecord, next), total, stats })
  }

  async #load(chunk: number) {
    const { window } = this.read()
    if (!window || this.#loading.has(chunk) || window.chunks.has(chunk)) return
    this.#loading.add(chunk)
    try {
      const offset = serverOffset(window, chunk)
      const { records, total } = await fetchRecords(
        this.#client,
        this.source,
        offset,
        sizeOf(window, chunk),
      )
      this.#take(chunk, offset, records, total)
    } catch {
      this.#change({ failed: new Set(this.read().failed).add(chunk) })
    } finally {
      this.#loading.delete(chunk)
    }
  }

  #take(chunk: number, offset: number, records: readonly GenerationView[], total: number) {
    const { window, failed } = this.read()
    if (!window) return
    const isMoved = total !== this.read().total || serverOffset(window, chunk) !== offset
    // A record was created or deleted since, so these records have moved: the newest page shows
    // how.
    if (isMoved) return void this.#newest.refetch()
    const left = new Set([...failed].filter((one) => one !== chunk))
    this.#change({ window: withChunk(window, chunk, records), failed: left })
  }

  /**
   * The window no longer matches the server's list: it is fetched again around the current
   * position.
   */
  async #rebuild(place = this.#anchor + (this.read().window?.pendingCount ?? 0)) {
    if (this.#isRebuilding) return
    this.#isRebuilding = true
    try {
      const { data } = await this.#newest.refetch()
      if (!data) return
      const window = await buildWindow(this.#client, this.source, data, place)
      this.#lastPage = data
      this.#change({ window, total: data.total, stats: data.stats, failed: new Set() })
    } catch {
      // The list stays as it was; the next event or the user's refresh fetches again.
      this.#lastPage = undefined
      return
    } finally {
      this.#isRebuilding = false
    }
    // Pages that arrived during the rebuild were not applied.
    this.#onResult(this.#newest.getCurrentResult())
  }

  #edit(next: (window: HistoryWindow) => HistoryWindow) {
    const { window, total } = this.read()
    const edited = window && next(window)
    if (!edited || edited === window) return
    this.#change({ window: edited, total: total + knownCount(edited) - knownCount(window) })
  }

  #change(next: Partial<HistoryState>) {
    this.stateStore.setState(next)
  }
}

function observeNewest(client: QueryClient, { kind, filters }: HistorySource) {
  return new QueryObserver(client, newestQuery(kind, filters))
}

/** The newest records are fetched already; a window further back does not contain them. */
function windowWith(newest: readonly GenerationView[], window: HistoryWindow): HistoryWindow {
  return window.offset === 0 ? withChunk(window, 0, newest) : window
}

/** A history as far as the page has loaded it. */
export type HistoryState = {
  /** Nothing to show before the newest page has arrived. */
  window: HistoryWindow | undefined
  /** How many records match the filter, including newer ones that are not shown yet. */
  total: number
  /** Of the whole image history, not of the filter. */
  stats: ImageHistoryPage['stats'] | undefined
  /** Why the newest page failed to load. */
  error: Error | undefined
  isFetching: boolean
  /** Chunks that failed to load, until they are requested again. */
  failed: ReadonlySet<number>
}

const unknownHistory: HistoryState = {
  window: undefined,
  total: 0,
  stats: undefined,
  error: undefined,
  isFetching: true,
  failed: new Set(),
}
