import { Suspense, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { List } from '#web/ui/icons/history-icons.ts'
import { hasPrompt } from './prompt-recipes.ts'
import type { SeveralProps } from './several-button.tsx'

export type PromptsProps = SeveralProps & {
  /** The text is read line by line at first. */
  isList: boolean
  onClose: () => void
}

/** Starts several prompts at once; its code is loaded when it is first needed. */
export const PromptsDialog = lazyPart<PromptsProps>(
  async () => (await import('./prompts-dialog.tsx')).PromptsDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Opens a list of prompts, each of which becomes a generation. */
export function PromptsButton(props: SeveralProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPrompt(props.recipe)) return null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={List}
        onPointerEnter={() => void PromptsDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {m.prompts_open()}
      </Button>
      {isOpen && (
        <Suspense>
          <PromptsDialog {...props} isList onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
