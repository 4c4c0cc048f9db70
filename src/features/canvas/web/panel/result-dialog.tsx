import { kindTexts } from '#web/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { PickMedia } from '#web/shared/pick-media.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Editor } from '../document/editor-store.ts'
import { sayNotOpened } from '../document/place-image.ts'
import { placeResult } from '../document/place-result.ts'

/** The newest images of the account; the one that is chosen becomes a layer. */
export function ResultDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.canvas_from_history()}
      description={m.canvas_from_history_text()}
      closeLabel={m.app_close()}
    >
      <div className="flex flex-col gap-4">
        <PickMedia
          kinds={['image', 'image-editing']}
          kindTexts={kindTexts}
          first="image"
          accepts={({ content_type: type }) => type.startsWith('image/')}
          labelOf={(title) => m.canvas_from_history_use({ title })}
          none={m.canvas_from_history_none()}
          onPick={({ generation, media }) => {
            onClose()
            placeResult(editor, generation, { media }).catch((error: unknown) =>
              sayNotOpened(m.canvas_image(), error),
            )
          }}
        />
      </div>
    </Dialog>
  )
}
