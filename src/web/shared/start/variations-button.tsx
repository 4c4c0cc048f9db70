import { Suspense, useState } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Images } from '#web/ui/icons/history-icons.ts'
import { lazyPart } from '../lazy-part.tsx'
import { isImage } from '../media.ts'
import { tightButton, tightLabel } from '../record-actions/result-buttons.tsx'
import { recipeOf } from './recipe.ts'
import { modelsFromImage } from './variations.ts'

export type VariationsProps = { generation: GenerationView; image: MediaView }

const VariationsDialog = lazyPart<VariationsProps & { onClose: () => void }>(
  async () => (await import('./variations-dialog.tsx')).VariationsDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

type VariationsButtonProps = {
  generation: GenerationView
  media: MediaView | undefined
  /** The label is only read by screen readers where there is little room. */
  isTight?: boolean
}

/** Opens the choice of how variations of an image are made. Nothing for what is no image. */
export function VariationsButton({ generation, media, isTight }: VariationsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isPossible = recipeOf(generation) !== undefined || modelsFromImage().length > 0
  if (!media || !isImage(media) || generation.removed_at !== null || !isPossible) return null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Images}
        data-tip={m.variations_open()}
        onPointerEnter={() => void VariationsDialog.preload()}
        onClick={() => setOpen(true)}
        className={isTight ? tightButton : ''}
      >
        <span className={isTight ? tightLabel : ''}>{m.variations_open()}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <VariationsDialog generation={generation} image={media} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
