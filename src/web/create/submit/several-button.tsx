import { Suspense, useState } from 'react'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Columns2 } from '#web/ui/icons/stage-icons.ts'

export type SeveralProps = {
  recipe: Recipe
  isUploading: boolean
  onProblems: (problems: readonly FieldProblem[]) => void
}

const SeveralDialog = lazyPart<SeveralProps & { onClose: () => void }>(
  async () => (await import('./several-dialog.tsx')).SeveralDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Opens the choice of several models, or several values of a setting, for one prompt. */
export function SeveralButton(props: SeveralProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Columns2}
        onPointerEnter={() => void SeveralDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {m.several_open()}
      </Button>
      {isOpen && (
        <Suspense>
          <SeveralDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
