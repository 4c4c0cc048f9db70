import { useState } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import { layouts } from './layouts.ts'

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
  const known = kept === 'grid' || kept === 'list' ? kept : layouts[kind].view
  const keep = (view: HistoryView) => {
    writeStored('localStorage', key, view)
    setKept(view)
  }
  return [asked ?? known, keep]
}
