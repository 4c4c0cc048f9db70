import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { actionOf, type Combo, comboOf, keySigns } from './combos.ts'
import {
  controlSign,
  type KeyAction,
  keyActions,
  keyStore,
  resetKeys,
  setKey,
} from './key-actions.ts'

/** The keys of the canvas; each can be changed, in this browser. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys, chosen } = useStore(keyStore)
  const [waiting, setWaiting] = useState<string>()
  const [note, setNote] = useState('')
  const choose = (action: KeyAction, combo: Combo) => {
    const other = keyActions.find(({ id }) => id === actionOf(keys, combo))
    setKey(action.id, combo)
    setWaiting(undefined)
    const key = keySigns(combo, controlSign).join(' ')
    setNote(other && other.id !== action.id ? m.canvas_key_taken({ key, name: other.label() }) : '')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.canvas_keys()}
      description={m.canvas_keys_text()}
      closeLabel={m.app_close()}
      footer={
        <Button
          disabled={Object.keys(chosen).length === 0}
          onClick={() => {
            resetKeys()
            setWaiting(undefined)
            setNote('')
          }}
        >
          {m.canvas_keys_reset()}
        </Button>
      }
    >
      <section
        aria-label={m.canvas_keys()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        className="-mx-2 max-h-[50dvh] overflow-y-auto rounded-control px-2"
      >
        <dl>
          {keyActions.map((action) => (
            <div key={action.id} className="flex items-center justify-between gap-4">
              <dt>{action.label()}</dt>
              <dd>
                <KeyButton
                  action={action}
                  combos={keys[action.id] ?? []}
                  isWaiting={waiting === action.id}
                  onWait={(isOn) => setWaiting(isOn ? action.id : undefined)}
                  onChoose={(combo) => choose(action, combo)}
                />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <p role="status" className="mt-3 min-h-5 text-small text-quiet">
        {note}
      </p>
    </Dialog>
  )
}

type KeyButtonProps = {
  action: KeyAction
  combos: readonly Combo[]
  isWaiting: boolean
  onWait: (isOn: boolean) => void
  onChoose: (combo: Combo) => void
}

/** The keys of an action; a press waits for others. Tab leaves it, and Escape keeps what it had. */
function KeyButton({ action, combos, isWaiting, onWait, onChoose }: KeyButtonProps) {
  const listen = (event: KeyboardEvent) => {
    const combo = comboOf(event.nativeEvent)
    if (!isWaiting || combo === undefined || event.key === 'Tab') return
    event.preventDefault()
    if (event.key === 'Escape') onWait(false)
    else onChoose(combo)
  }
  const texts = combos.map((combo) => keySigns(combo, controlSign).join(' '))
  return (
    <button
      type="button"
      aria-label={`${action.label()}: ${isWaiting ? m.canvas_key_press() : texts.join(', ') || m.canvas_key_none()}`}
      aria-pressed={isWaiting}
      onClick={() => onWait(!isWaiting)}
      onBlur={() => onWait(false)}
      onKeyDown={listen}
      className="flex min-h-control items-center gap-1.5 rounded-control px-2 text-small text-quiet hover:bg-hover hover:text-text aria-pressed:bg-pressed aria-pressed:text-text"
    >
      {isWaiting
        ? m.canvas_key_press()
        : texts.length > 0
          ? texts.map((text) => (
              <kbd
                key={text}
                className="min-w-6 rounded-control border border-edge px-1.5 text-center font-sans"
              >
                {text}
              </kbd>
            ))
          : m.canvas_key_none()}
    </button>
  )
}
