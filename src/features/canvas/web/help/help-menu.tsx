import { Suspense, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Info } from '#web/ui/icons/basic-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
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
  const entries = [
    { name: m.canvas_tour(), open: () => showTour(true) },
    { name: m.canvas_keys(), open: () => setKeys(true) },
  ]
  return (
    <>
      <Popover
        label={m.canvas_help()}
        trigger={(trigger) => <IconButton {...trigger} icon={Info} small label={m.canvas_help()} />}
      >
        {(close) => (
          <ul>
            {entries.map(({ name, open }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    open()
                  }}
                  className="flex min-h-control w-full items-center rounded-control px-3 text-left text-body hover:bg-hover"
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
      <Suspense>
        {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
        {isTouring && <Tour onClose={() => showTour(false)} />}
      </Suspense>
    </>
  )
}
