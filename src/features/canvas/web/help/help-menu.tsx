import { Suspense, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Info } from '#web/ui/icons/basic-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { showTour, useTour } from './tour-state.ts'

type Closable = { onClose: () => void }

const closes = ({ onClose }: Closable) => ({ isOpen: true, onClose })

const KeysDialog = lazyPart<Closable>(
  async () => (await import('../keys/keys-dialog.tsx')).KeysDialog,
  closes,
)
const Tour = lazyPart<Closable>(async () => (await import('./tour.tsx')).Tour, closes)

/** The tour of the canvas, and its keys. */
export function HelpMenu() {
  const [hasKeys, setKeys] = useState(false)
  const isTouring = useTour()
  const choices = [
    { label: m.canvas_tour(), run: () => showTour(true) },
    { label: m.canvas_keys(), run: () => setKeys(true) },
  ]
  return (
    <>
      <Popover
        label={m.canvas_help()}
        trigger={(trigger) => <IconButton {...trigger} icon={Info} small label={m.canvas_help()} />}
      >
        {(close) => <PopoverChoices choices={choices} close={close} />}
      </Popover>
      <Suspense>
        {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
        {isTouring && <Tour onClose={() => showTour(false)} />}
      </Suspense>
    </>
  )
}
