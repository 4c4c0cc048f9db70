import { Suspense, useEffect, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export type HistoryViewerProps = {
  records: readonly GenerationView[]
  /** The record that was opened; nothing is shown without one. */
  openedId: string | undefined
  /**
   * The result of that record which is shown first, from 1; an index without a result means the
   * first.
   */
  openedAt: number
  /** Called with each record that is shown. */
  onShown: (id: string) => void
  onClose: () => void
  /** Few records are left in that direction: the caller may load more. */
  onNearEnd?: ((end: 'start' | 'end') => void) | undefined
}

const RecordViewer = lazyPart<HistoryViewerProps>(
  async () => (await import('./record-viewer.tsx')).RecordViewer,
  ({ openedId, onClose }) => ({ isOpen: openedId !== undefined, onClose: () => onClose() }),
)

/**
 * All results of the loaded records, one at a time, full screen, with their settings and their
 * cost. Its code is loaded after the list, so that the list never waits for it.
 */
export function HistoryViewer(props: HistoryViewerProps) {
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => void RecordViewer.preload(), [])
  // It stays rendered once it was opened, because a removed dialog cannot return the focus.
  if (props.openedId !== undefined && !wasOpened) setOpened(true)
  return <Suspense>{wasOpened && <RecordViewer {...props} />}</Suspense>
}

type MissingRecordProps = {
  isOpen: boolean
  /** It was deleted or is another account's; otherwise it failed to load. */
  isGone: boolean
  onRetry: () => void
  onClose: () => void
}

/** Says that the record of an address cannot be opened, and why. */
export function MissingRecord({ isOpen, isGone, onRetry, onClose }: MissingRecordProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={isGone ? m.viewer_missing() : m.viewer_not_loaded()}
      description={isGone ? m.viewer_missing_text() : m.viewer_not_loaded_text()}
      closeLabel={m.history_close()}
      footer={
        <>
          {!isGone && <Button onClick={onRetry}>{m.history_retry()}</Button>}
          <Button variant="primary" onClick={onClose}>
            {m.viewer_missing_close()}
          </Button>
        </>
      }
    />
  )
}
