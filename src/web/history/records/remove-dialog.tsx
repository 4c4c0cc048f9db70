import { useEffect, useRef, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { snippet } from './record-facts.ts'

type RemoveDialogProps = {
  kind: Kind
  /** The dialog is open while there are any. */
  generations: readonly GenerationView[]
  /**
   * The number of records, where they are not all loaded; `onConfirm` deletes them then and returns
   * whether any was deleted.
   */
  count?: number
  onConfirm?: (() => Promise<boolean>) | undefined
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

/**
 * Deletes records with their files after a confirmation; for some seconds the deletion can be
 * undone.
 */
export function RemoveDialog(props: RemoveDialogProps) {
  const {
    kind,
    generations,
    count: asked = generations.length,
    onConfirm,
    onClose,
    onRemoved,
  } = props
  const { remove } = useBatchActions(kind)
  const [isRemoving, setRemoving] = useState(false)
  // The text stays while the dialog closes.
  const isAsking = asked > 0
  const [last, setLast] = useState({ generations, asked })
  if (isAsking && (last.generations !== generations || last.asked !== asked))
    setLast({ generations, asked })
  const [first] = last.generations
  const count = last.asked
  const button = useRef<HTMLButtonElement>(null)
  // The deletion can be undone, so Enter may confirm it.
  useEffect(() => {
    if (isAsking) button.current?.focus()
  }, [isAsking])
  const confirm = async () => {
    setRemoving(true)
    const isGone = await (onConfirm ? onConfirm() : remove(generations))
    setRemoving(false)
    onClose()
    if (isGone) onRemoved?.()
  }
  return (
    <Dialog
      open={isAsking}
      onClose={onClose}
      title={m.remove_title({ count, shown: formatNumber(count) })}
      description={
        count === 1 && first
          ? m.remove_text({ name: snippet(generationTitle(first)) })
          : m.remove_text_many()
      }
      closeLabel={m.history_close()}
      footer={
        <>
          <Button onClick={onClose}>{m.history_delete_keep()}</Button>
          <Button ref={button} variant="danger" busy={isRemoving} onClick={() => void confirm()}>
            {m.history_delete()}
          </Button>
        </>
      }
    />
  )
}

type RemoveButtonProps = { generation: GenerationView; small?: boolean; onRemoved?: () => void }

/** Deletes a record and its files after a confirmation. A running one can only be cancelled. */
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
