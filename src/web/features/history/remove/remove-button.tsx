import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

type RemoveButtonProps = { generation: GenerationView; small?: boolean; onRemoved?: () => void }

/**
 * Deletes a record and its files, once that is confirmed. What still runs can only be cancelled.
 */
export function RemoveButton({ generation, small, onRemoved }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (isOpen(generation)) return null
  return (
    <>
      <IconButton
        icon={Trash2}
        small={small}
        label={m.history_delete()}
        onClick={() => setAsking(true)}
      />
      <RemoveDialog
        kind={generation.kind}
        generations={isAsking ? [generation] : []}
        onClose={() => setAsking(false)}
        onRemoved={onRemoved}
      />
    </>
  )
}
