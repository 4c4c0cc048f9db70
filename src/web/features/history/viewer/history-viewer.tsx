import { lazy, Suspense, useEffect, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'

const load = async () => ({ default: (await import('./record-viewer.tsx')).RecordViewer })
const RecordViewer = lazy(load)

export type HistoryViewerProps = {
  records: readonly GenerationView[]
  /** The record that was opened; nothing is shown without one. */
  openedId: string | undefined
  /** `lastId` is the record that was on screen. */
  onClose: (lastId?: string) => void
  /** Few records are left in that direction: whoever has more may add them. */
  onNearEnd?: ((end: 'start' | 'end') => void) | undefined
}

/**
 * Every result of the loaded records, one at a time over the whole screen, with how it was made and what it cost. Its code
 * comes once the list stands, so that nobody waits for it.
 */
export function HistoryViewer(props: HistoryViewerProps) {
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => void load(), [])
  // It stays once it was opened, because a dialog that vanishes cannot give the focus back.
  if (props.openedId !== undefined && !wasOpened) setOpened(true)
  return <Suspense>{wasOpened && <RecordViewer {...props} />}</Suspense>
}
