import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Kind } from '#core/models/rules/kinds.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { type HistoryView, viewOf } from '#web/lib/history/address.ts'
import type { HistoryState, HistoryStore } from '#web/lib/history/history-store.ts'
import {
  chunkCount,
  chunkSize,
  type HistoryWindow,
  maxRecords,
} from '#web/lib/history/history-window.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { useLiveStatus } from '#web/lib/live-updates/live-updates.ts'
import { historyTexts } from '../history-kinds.ts'
import type { ListRow } from './rows.ts'
import type { DrawnRows } from './use-virtual-rows.ts'

/** How long scrolling over records that are not loaded requests none of them, in ms. */
const patience = 80

/** Fetches the records near the window. Scrolling far at once only fetches those at its end. */
export function useNearRecords(store: HistoryStore, { rows, items }: DrawnRows): void {
  const missing = items.flatMap(({ index }) => {
    const row = rows[index]
    return row?.type === 'missing' ? [row.chunk] : []
  })
  const near = useRef(missing)
  useLayoutEffect(() => {
    near.current = missing
  })
  const isMissing = missing.length > 0
  useEffect(() => {
    if (!isMissing) return
    const timer = setInterval(() => store.loadChunks(near.current), patience)
    return () => clearInterval(timer)
  }, [store, isMissing])
}

/**
 * Shows newer records at once while the list is at its top; further down they wait. Returns the
 * records that were added so, for their animation, and a function that shows the waiting ones.
 */
export function useNewer(store: HistoryStore, window: HistoryWindow, isAtTop: () => boolean) {
  const [arrivals, setArrivals] = useState<ReadonlySet<string>>(new Set())
  const show = useCallback(() => {
    const pending = store.read().window?.pending ?? []
    setArrivals((before) => new Set([...before, ...pending.map(({ id }) => id)]))
    store.showPending()
  }, [store])
  const { pendingCount } = window
  useEffect(() => {
    if (pendingCount === 0) return
    const look = () => isAtTop() && show()
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [pendingCount, isAtTop, show])
  return { arrivals, show }
}

/** The record that Tab focuses: the one with the keyboard focus, or the first one in the window. */
export function tabStopOf(
  { rows, items }: DrawnRows,
  current: string | undefined,
  first: number,
): string | undefined {
  const drawn = items.flatMap(({ index }) => {
    const row = rows[index]
    return row ? idsOf(row).map((id) => ({ id, index })) : []
  })
  if (current !== undefined && drawn.some(({ id }) => id === current)) return current
  return (drawn.find(({ index }) => index >= first) ?? drawn[0])?.id
}

export function idsOf(row: ListRow): string[] {
  if (row.type === 'record') return [row.record.id]
  return row.type === 'tiles' ? row.tiles.map(({ record }) => record.id) : []
}

/** Whether a long history continues after this part of it. */
export function hasOlder(window: HistoryWindow, total: number): boolean {
  return (
    window.offset + window.length + window.pendingCount < total &&
    chunkCount(window) * chunkSize >= maxRecords
  )
}

/**
 * The view of a kind: from the address, otherwise the user's last one, otherwise the kind's
 * default.
 */
export function useView(
  kind: Kind,
  asked: HistoryView | undefined,
): [HistoryView, (view: HistoryView) => void] {
  const key = `history-view-${kind}`
  const [kept, setKept] = useState(() => readStored('localStorage', key))
  const known = viewOf(kind, kept) ?? historyTexts[kind].view
  const keep = (view: HistoryView) => {
    writeStored('localStorage', key, view)
    setKept(view)
  }
  return [asked ?? known, keep]
}

/** How often audio is fetched while some of it is being made, in ms (docs/spec/history.md#list). */
const interval = 10_000

/** While no events arrive, a list of audio is fetched again as long as any of it is being made. */
export function useSteadyRefresh(kind: Kind, store: HistoryStore, { window }: HistoryState): void {
  const isNeeded =
    useLiveStatus() !== 'live' && kind === 'audio' && fetchedRecords(window).some(isOpen)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => void store.refresh(), interval)
    return () => clearInterval(timer)
  }, [isNeeded, store])
}
