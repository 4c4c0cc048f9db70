import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

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
