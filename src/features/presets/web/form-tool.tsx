import { Suspense } from 'react'
import type { DraftForm } from '#web/create/start/use-draft.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Bookmark } from '#web/ui/icons/form-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'

const PresetsPanel = lazyPart(
  async () => (await import('./presets-panel.tsx')).PresetsPanel,
  'line',
)

/** The presets of a form, behind a button: apply, save, rename and delete them. */
export function FormTool({ form }: { form: DraftForm }) {
  return (
    <Popover
      label={m.presets_title()}
      trigger={(trigger) => (
        <Button
          {...trigger}
          variant="quiet"
          size="small"
          icon={Bookmark}
          onPointerEnter={() => void PresetsPanel.preload()}
          className="-mr-2.5"
        >
          {m.presets_title()}
        </Button>
      )}
    >
      {(close) => (
        <div className="w-[min(20.5rem,calc(100vw-2.5rem))]">
          <Suspense fallback={<p className="px-3 py-2 text-quiet">{m.presets_loading()}</p>}>
            <PresetsPanel form={form} onClose={close} />
          </Suspense>
        </div>
      )}
    </Popover>
  )
}
