import { Suspense, useEffect, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export type HistoryViewerProps = {
  records: readonly GenerationView[]
  /** The record that was opened; nothing is shown without one. */
  openedId: string | undefined
  /** The result of that record which is shown first, from 1; one that it has not is its first. */
  openedAt: number
  /** Called with each record that comes on screen. */
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
 * Every result of the loaded records, one at a time over the whole screen, with how it was made and
 * what it cost. Its code comes once the list stands, so that nobody waits for it.
 */
export function HistoryViewer(props: HistoryViewerProps) {
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => void RecordViewer.preload(), [])
  // It stays once it was opened, because a dialog that vanishes cannot give the focus back.
  if (props.openedId !== undefined && !wasOpened) setOpened(true)
  return <Suspense>{wasOpened && <RecordViewer {...props} />}</Suspense>
}

type MissingRecordProps = {
  isOpen: boolean
  /** It was deleted or is another account's; otherwise it could not be loaded just now. */
  isGone: boolean
  onRetry: () => void
  onClose: () => void
}

/** Says that the record an address names cannot be opened, and why. */
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
