import { Copy, Dices, Download, Globe, Lock, Maximize, SlidersHorizontal } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SpendButton } from '../../submit/spend-button.tsx'
import type { WorkActions } from './use-work-actions.ts'

type ActionsProps = {
  generation: GenerationView
  actions: WorkActions
  onFullScreen: () => void
  /** Absent when its model is no longer offered. */
  again: { price: string; onStart: () => void; onReuse: () => void } | undefined
}

/** What can be done with finished work, one line. */
export function Actions({ generation, actions, onFullScreen, again }: ActionsProps) {
  const { images } = generation
  return (
    <div className="-mx-1 flex items-center gap-1 overflow-x-auto p-1">
      <Button size="small" icon={Download} onClick={() => void actions.download(images)}>
        {images.length > 1 ? m.stage_download_all() : m.stage_download()}
      </Button>
      {again && (
        <>
          <SpendButton size="small" variant="quiet" icon={Dices} onClick={again.onStart}>
            {m.stage_another({ credits: again.price })}
          </SpendButton>
          <Button size="small" variant="quiet" icon={SlidersHorizontal} onClick={again.onReuse}>
            {m.stage_reuse()}
          </Button>
        </>
      )}
      <VisibilityButton isPublic={generation.is_public} onChange={actions.changeVisibility} />
      <IconButton small icon={Copy} label={m.stage_copy_prompt()} onClick={() => void actions.copyPrompt()} />
      <IconButton small icon={Maximize} label={m.stage_full_screen()} onClick={onFullScreen} />
    </div>
  )
}

type VisibilityButtonProps = { isPublic: boolean; onChange: (isPublic: boolean) => Promise<void> }

function VisibilityButton({ isPublic, onChange }: VisibilityButtonProps) {
  const label = isPublic ? m.stage_make_private() : m.stage_make_public()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isPublic ? Globe : Lock}
      aria-label={label}
      data-tip={label}
      onClick={() => void onChange(!isPublic)}
    >
      {isPublic ? m.stage_public() : m.stage_private()}
    </Button>
  )
}
