import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Editor } from '../document/editor-store.ts'
import { readImage } from '../document/image-files.ts'
import { combineSelections, type SelectionOperation } from '../document/selection.ts'
import type { Pixels, Size } from '../pixels/pixels.ts'
import { type Segmentation, selectionFromMask } from './segmentation.ts'

/**
 * A generation of a mask, and what it is to do: `operation` to the selection that there is then, on
 * the document of this `size`.
 */
export type StartedSegmentation = Segmentation & {
  generation: GenerationView
  operation: SelectionOperation
  size: Size
}

type MaskProgressProps = {
  editor: Editor
  started: StartedSegmentation
  /** It has ended: the selection is made, or a message says why there is none. */
  onEnd: () => void
}

/** Says that the mask is being made, with a button to cancel it; then selects what it has. */
export function MaskProgress({ editor, started, onEnd }: MaskProgressProps) {
  const { data = started.generation } = useQuery(generationQuery(started.generation.id))
  const { cancel } = useGenerationActions(data)
  const ended = isOpen(data) ? undefined : data

  useEffect(() => {
    if (!ended) return
    let isGone = false
    const select = async () => {
      if (ended.status === 'failed') return reportFailure(ended)
      const address = ended.images.find(isImage)?.url
      const pixels = address === undefined ? null : await readImage(address)
      if (!isGone) selectMask(editor, started, pixels)
    }
    select()
      .catch(() => toast(m.canvas_not_shown(), { tone: 'bad' }))
      .finally(() => !isGone && onEnd())
    return () => {
      isGone = true
    }
  }, [ended, editor, started, onEnd])

  return (
    <div className="flex items-center justify-between gap-2">
      <p role="status" className="text-body text-quiet">
        {data.is_cancelling ? m.stage_cancelling() : m.canvas_words_finding()}
      </p>
      {data.can_cancel && (
        <Button size="small" disabled={data.is_cancelling} onClick={() => void cancel()}>
          {m.stage_cancel()}
        </Button>
      )}
    </div>
  )
}

/** Selects what a mask has, or says why the selection stays as it is. */
function selectMask(
  editor: Editor,
  { operation, size, ...segmentation }: StartedSegmentation,
  pixels: Pixels | null,
): void {
  const { selection, size: currentSize } = editor.store.getState()
  const isCropped = currentSize !== size
  const found = isCropped || !pixels ? null : selectionFromMask(pixels, segmentation)
  if (found) editor.select(combineSelections(selection, found, operation))
  else toast(isCropped ? m.canvas_words_cropped() : m.canvas_words_nothing())
}

function reportFailure(generation: GenerationView): void {
  const { error_code: code, error_message: message, credits_refunded: refunded } = generation
  if (code === 'cancelled') toast(m.stage_cancelled())
  else
    toast(message ?? m.canvas_not_made(), {
      tone: 'bad',
      ...(refunded > 0 && {
        description: m.stage_refunded({ count: refunded, amount: formatNumber(refunded) }),
      }),
    })
}
