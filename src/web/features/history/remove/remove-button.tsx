import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { nameOf } from '../../work/name-of.ts'
import { useWorkActions } from '../../work/use-work-actions.ts'
import { snippet } from '../tiles/snippet.ts'

type RemoveButtonProps = { generation: GenerationView; small?: boolean; onRemoved?: () => void }

/** Deletes a record and its files for good, once that is confirmed. What still runs can only be cancelled. */
export function RemoveButton({ generation, small, onRemoved }: RemoveButtonProps) {
  const { remove } = useWorkActions(generation)
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const confirm = async () => {
    setRemoving(true)
    const isGone = await remove()
    setRemoving(false)
    setAsking(false)
    if (isGone) onRemoved?.()
  }
  if (isOpen(generation)) return null
  return (
    <>
      <IconButton icon={Trash2} small={small} label={m.history_delete()} onClick={() => setAsking(true)} />
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.history_delete_title()}
        description={m.history_delete_text({ name: snippet(nameOf(generation)) })}
        closeLabel={m.history_close()}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{m.history_delete_keep()}</Button>
            <Button variant="danger" busy={isRemoving} onClick={() => void confirm()}>
              {m.history_delete()}
            </Button>
          </>
        }
      />
    </>
  )
}
