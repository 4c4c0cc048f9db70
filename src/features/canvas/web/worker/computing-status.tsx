import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { Editor, EditorState } from '../document/editor-store.ts'

/** What takes longer than this is shown, in ms. */
const pause = 150

/** Says that a change is being computed, with a button to cancel it; Escape does so, too. */
export function ComputingStatus({ editor }: { editor: Editor }) {
  const computing = useStore(editor.store, (state) => state.computing)
  const [shown, setShown] = useState<EditorState['computing']>(null)
  useEffect(() => {
    if (!computing) return
    const timer = setTimeout(() => setShown(computing), pause)
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') computing.cancel()
    }
    addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', press)
    }
  }, [computing])
  useEffect(() => () => editor.store.getState().computing?.cancel(), [editor])
  if (!computing || shown !== computing) return null
  return (
    <span className="flex shrink-0 items-center gap-2">
      <span role="status">{m.canvas_adjust_computing()}</span>
      <Button size="small" onClick={computing.cancel}>
        {m.stage_cancel()}
      </Button>
    </span>
  )
}
