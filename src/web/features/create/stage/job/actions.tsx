import { Copy, Dices, Download, Globe, Lock, Maximize, SlidersHorizontal } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { isHeldKey, isSecondOfDouble } from '../../submit/deliberate-press.ts'
import type { WorkActions } from './use-work-actions.ts'

type ActionsProps = {
  generation: GenerationView
  actions: WorkActions
  onFullScreen: () => void
  /** Absent when its model is no longer offered. */
  onReuse: (() => void) | undefined
  again: { price: string; onStart: () => void } | undefined
}

/** What can be done with finished work, one line. */
export function Actions({ generation, actions, onFullScreen, onReuse, again }: ActionsProps) {
  const { images, is_public } = generation
  return (
    <div className="-mx-1 flex items-center gap-1 overflow-x-auto p-1">
      <Button size="small" icon={Download} onClick={() => void actions.download(images)}>
        {images.length > 1 ? m.stage_download_all() : m.stage_download()}
      </Button>
      {again && (
        <Button
          size="small"
          variant="quiet"
          icon={Dices}
          onClick={(event) => isSecondOfDouble(event) || again.onStart()}
          onKeyDown={(event) => isHeldKey(event) && event.preventDefault()}
          className="tabular-nums"
        >
          {m.stage_another({ credits: again.price })}
        </Button>
      )}
      {onReuse && (
        <Button size="small" variant="quiet" icon={SlidersHorizontal} onClick={onReuse}>
          {m.stage_reuse()}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        icon={is_public ? Globe : Lock}
        aria-label={is_public ? m.stage_make_private() : m.stage_make_public()}
        data-tip={is_public ? m.stage_make_private() : m.stage_make_public()}
        onClick={() => void actions.changeVisibility(!is_public)}
      >
        {is_public ? m.stage_public() : m.stage_private()}
      </Button>
      <IconButton small icon={Copy} label={m.stage_copy_prompt()} onClick={() => void actions.copyPrompt()} />
      <IconButton small icon={Maximize} label={m.stage_full_screen()} onClick={onFullScreen} />
    </div>
  )
}
