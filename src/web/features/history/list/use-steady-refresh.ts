import { useEffect } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import { isOpen } from '#web/lib/generations.ts'
import type { HistoryState, HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { useLiveStatus } from '#web/lib/live-updates/live-updates.ts'

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
