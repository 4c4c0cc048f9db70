import { Suspense, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { History } from '#web/ui/icons/form-icons.ts'
import type { Editor } from '../document/editor-store.ts'

type ResultDialogProps = { editor: Editor; onClose: () => void }

const ResultDialog = lazyPart<ResultDialogProps>(
  async () => (await import('./result-dialog.tsx')).ResultDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Opens the choice of an image of the history as a layer. */
export function FromHistory({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={History} onClick={() => setOpen(true)}>
        {m.canvas_from_history()}
      </Button>
      {isOpen && (
        <Suspense>
          <ResultDialog editor={editor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
