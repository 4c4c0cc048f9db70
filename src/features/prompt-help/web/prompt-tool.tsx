import { Suspense, useState } from 'react'
import type { PromptToolProps } from '#web/create/form/prompt-tools.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { WandSparkles } from '#web/ui/icons/basic-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { HelpRun } from './help-dialog.tsx'

const loadMenu = async () => (await import('./help-menu.tsx')).HelpMenu
const HelpMenu = lazyPart(loadMenu, 'line')
const HelpDialog = lazyPart(
  async () => (await import('./help-dialog.tsx')).HelpDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Help with the prompt, behind a small button; its code is loaded when it is first needed. */
export function PromptTool({ model, values, value, onChange }: PromptToolProps) {
  const [run, setRun] = useState<HelpRun>()
  if (model.kind === 'text') return null
  return (
    <>
      <Popover
        label={m.prompt_help_title()}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            icon={WandSparkles}
            small
            label={m.prompt_help_title()}
            onPointerEnter={() => void HelpMenu.preload()}
            className="-my-1"
          />
        )}
      >
        {(close) => (
          <div className="w-[min(20.5rem,calc(100vw-2.5rem))]">
            <Suspense fallback={<p className="px-3 py-2 text-quiet">{m.work_loading()}</p>}>
              <HelpMenu
                {...{ model, values, value }}
                onStarted={(started) => {
                  close()
                  setRun(started)
                }}
              />
            </Suspense>
          </div>
        )}
      </Popover>
      {run && (
        <Suspense>
          <HelpDialog run={run} onUse={onChange} onClose={() => setRun(undefined)} />
        </Suspense>
      )}
    </>
  )
}
