import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { isOpen } from '#web/lib/generations.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import type { HistoryState, HistoryStore } from '#web/lib/history/history-store.ts'
import {
  chunkCount,
  chunkSize,
  type HistoryWindow,
  maxRecords,
} from '#web/lib/history/history-window.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { useLiveStatus } from '#web/lib/live-updates/live-updates.ts'
import { historyWords } from '../history-kinds.ts'
import type { ListRow } from './rows.ts'
import type { Drawn } from './use-virtual-rows.ts'

/** How long passing over records that are not there yet asks for none of them, in ms. */
const patience = 80

/** Fetches what is near the window. Scrolling far in one go only fetches where it ends. */
export function useNearRecords(store: HistoryStore, { rows, items }: Drawn): void {
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
    const timer = setInterval(() => store.need(near.current), patience)
    return () => clearInterval(timer)
  }, [store, isMissing])
}

/**
 * Lets newer records in while the reader is at the top; further down they wait. Answers which
 * records came in so, to be drawn as arrivals, and how to go up to those that wait.
 */
export function useNewer(store: HistoryStore, span: HistoryWindow, isAtTop: () => boolean) {
  const [arrivals, setArrivals] = useState<ReadonlySet<string>>(new Set())
  const show = useCallback(() => {
    const newer = store.read().span?.newer ?? []
    setArrivals((before) => new Set([...before, ...newer.map(({ id }) => id)]))
    store.showNewer()
  }, [store])
  const { newerCount } = span
  useEffect(() => {
    if (newerCount === 0) return
    const look = () => isAtTop() && show()
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [newerCount, isAtTop, show])
  return { arrivals, show }
}

/** The record that Tab leads to: the one with the keyboard, or the first one in the window. */
export function tabStopOf(
  { rows, items }: Drawn,
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

/** Whether more of a long history stands after this stretch of it. */
export function hasOlder(span: HistoryWindow, total: number): boolean {
  return (
    span.base + span.length + span.newerCount < total && chunkCount(span) * chunkSize >= maxRecords
  )
}

/**
 * How a kind is looked at: as the address says, else as the reader did last, else as the kind is
 * best looked at.
 */
export function useView(
  kind: Kind,
  asked: HistoryView | undefined,
): [HistoryView, (view: HistoryView) => void] {
  const key = `history-view-${kind}`
  const [kept, setKept] = useState(() => readStored('localStorage', key))
  const known = kept === 'grid' || kept === 'list' ? kept : historyWords[kind].view
  const keep = (view: HistoryView) => {
    writeStored('localStorage', key, view)
    setKept(view)
  }
  return [asked ?? known, keep]
}

/**
 * How often sound is asked for while some of it is being made, in ms (docs/spec/history.md#list).
 */
const interval = 10_000

/**
 * While nothing tells of changes by itself, a list of sound is fetched anew as long as any of it is
 * being made.
 */
export function useSteadyRefresh(kind: Kind, store: HistoryStore, { span }: HistoryState): void {
  const isNeeded =
    useLiveStatus() !== 'live' && kind === 'audio' && fetchedRecords(span).some(isOpen)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => void store.refresh(), interval)
    return () => clearInterval(timer)
  }, [isNeeded, store])
}
