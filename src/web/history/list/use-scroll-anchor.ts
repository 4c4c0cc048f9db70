import { useEffect, useEffectEvent, useState } from 'react'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { addressOf, type Location, navigate, useLocation } from '#web/lib/navigation/location.ts'
import { queryOf } from '#web/lib/navigation/query.ts'
import type { ListRow } from './rows.ts'
import type { RowsVirtualizer } from './use-virtual-rows.ts'

/** The pause in scrolling before the position is written into the address, in ms. */
const rest = 180

type Options = {
  page: number
  /** How many records a page of the address has. */
  pageSize: number
  total: number
  store: HistoryStore
}

/**
 * The scroll position of the list. Opening `?page=7` scrolls to that page's first record, going
 * back or forward to the last position; it is kept until the user scrolls, however the list grows
 * meanwhile. `isBeyond`: the address names a page that does not exist.
 */
export function useScrollAnchor({ page, pageSize, total, store }: Options) {
  const location = useLocation()
  const startOfPage = (page - 1) * pageSize
  const [keptPosition, setKeptPosition] = useState(() => arrivalAt(location, startOfPage))
  const [seen, setSeen] = useState(location)
  if (seen !== location) {
    setSeen(location)
    if (location.cause === 'back') setKeptPosition(arrivalAt(location, startOfPage))
    else if (location.cause === 'push') setKeptPosition(undefined)
  }
  useReleasedAnchor(() => setKeptPosition(undefined))

  /** Goes to a page; going back returns to the last position. */
  const jump = (to: number) => {
    const query = { ...queryOf(globalThis.location.search), page: to }
    history.pushState(null, '', addressOf(location.path, query))
    const place = (to - 1) * pageSize
    setKeptPosition({ place, below: 0 })
    store.goTo(place)
    navigate(location.path, { query, replace: true })
  }
  const isBeyond = location.cause !== 'replace' && page > 1 && (page - 1) * pageSize >= total
  return { keptPosition, jump, isBeyond }
}

/** Calls back once the user scrolls. */
function useReleasedAnchor(onRelease: () => void): void {
  const release = useEffectEvent(onRelease)
  useEffect(() => {
    const onMove = () => release()
    const events = ['wheel', 'touchmove', 'keydown', 'mousedown'] as const
    for (const name of events) addEventListener(name, onMove, { passive: true, capture: true })
    history.scrollRestoration = 'manual'
    return () => {
      for (const name of events) removeEventListener(name, onMove, { capture: true })
      history.scrollRestoration = 'auto'
    }
  }, [])
}

function arrivalAt({ cause }: Location, startOfPage: number): SavedPosition | undefined {
  const kept = cause === 'push' ? undefined : readSavedPosition()
  return (
    kept ?? (startOfPage > 0 || cause === 'back' ? { place: startOfPage, below: 0 } : undefined)
  )
}

type Follow = Pick<Options, 'page' | 'pageSize'> & {
  /** How many records of the history are before the first one of the list. */
  offset: number
  /** The position is being kept: the address already contains it. */
  isHeld: boolean
  /** The current position; nothing at the top of the list. */
  read: () => ScrollPosition | undefined
  onRest: (place: number) => void
}

/** Writes the current position into the address and its history state, after a pause. */
export function useSavedPosition({ page, pageSize, offset, isHeld, read, onRest }: Follow): void {
  const location = useLocation()
  const canFollow = useEffectEvent(() => !isHeld)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      const { place = 0, below = 0 } = read() ?? {}
      onRest(offset + place)
      writeSavedPosition({ place: offset + place, below })
      const at = Math.floor((offset + place) / pageSize) + 1
      if (at === page || !canFollow()) return
      // The page may not have rendered the latest change of the address yet.
      const query = queryOf(globalThis.location.search)
      navigate(location.path, { query: { ...query, page: at > 1 ? at : undefined }, replace: true })
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(follow, rest)
    }
    addEventListener('scroll', wait, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', wait)
    }
  }, [location, page, pageSize, offset, read, onRest])
}

/**
 * A position in a history: an index over all of it, and the distance below the top of its line, in
 * px.
 */
export type SavedPosition = { place: number; below: number }

/** The position in the history state of the current address. */
function readSavedPosition(): SavedPosition | undefined {
  const { historyPlace } = (history.state ?? {}) as { historyPlace?: SavedPosition }
  return typeof historyPlace?.place === 'number' && typeof historyPlace.below === 'number'
    ? historyPlace
    : undefined
}

/** Stores a position for a return to this address. */
function writeSavedPosition(historyPlace: SavedPosition): void {
  history.replaceState({ ...history.state, historyPlace }, '')
}

/** The item at the top of the visible part. */
export type ScrollPosition = {
  /** The record, if it is loaded. */
  id?: string | undefined
  /** Its index in the window. */
  place: number
  /** The distance of the top below the beginning of its line, in px. */
  below: number
}

/**
 * The position for a scroll offset of `offset` px of the page; `undefined` at the top of the list,
 * which new records may move.
 */
export function positionAt(
  rows: readonly ListRow[],
  virtualizer: Measured,
  offset: number,
): ScrollPosition | undefined {
  if (rows.length === 0 || offset <= virtualizer.options.scrollMargin) return undefined
  const item = virtualizer.getVirtualItemForOffset(offset)
  const row = item && rows[item.index]
  if (!item || !row) return undefined
  const below = offset - item.start
  if (row.type === 'missing') {
    const passedCount = Math.floor((below / row.height) * row.count)
    return { place: row.place + passedCount, below: below - (passedCount * row.height) / row.count }
  }
  if (row.type === 'day')
    return { id: firstId(rows[item.index + 1]), place: row.place, below: below - item.size }
  return { id: firstId(row), place: row.place, below }
}

/** The part of a virtualizer that this needs. */
type Measured = Pick<RowsVirtualizer, 'getVirtualItemForOffset'> & {
  options: Pick<RowsVirtualizer['options'], 'scrollMargin'>
}

function firstId(row: ListRow | undefined): string | undefined {
  if (row?.type === 'record') return row.record.id
  return row?.type === 'tiles' ? row.tiles[0]?.record.id : undefined
}
