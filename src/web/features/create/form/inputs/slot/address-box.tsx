import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { isWebAddress } from '../rules/address.ts'

type AddressBoxProps = { onUse: (address: string) => void; onClose: () => void }

/** For a file that lies somewhere on the web: our server fetches it, the browser never does. */
export function AddressBox({ onUse, onClose }: AddressBoxProps) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const use = () => {
    const address = typed.trim()
    if (isWebAddress(address)) onUse(address)
    else setWrong(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') use()
    if (event.key === 'Escape') onClose()
  }
  return (
    <Field
      label={m.inputs_address()}
      hideLabel
      hint={m.inputs_address_note()}
      error={isWrong ? m.inputs_address_wrong() : undefined}
    >
      {(control) => (
        <div className="flex items-center gap-1">
          <input
            type="url"
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it stands where the button was that asked for it
            autoFocus
            value={typed}
            placeholder={m.inputs_address_example()}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
            }}
            onKeyDown={onKeyDown}
            className="h-control w-full min-w-0 rounded-control border border-edge bg-ground px-2.5 text-body placeholder:text-faint aria-invalid:border-bad pointer-coarse:text-prompt"
          />
          <Button onClick={use}>{m.inputs_address_apply()}</Button>
          <IconButton icon={X} label={m.inputs_address_close()} onClick={onClose} />
        </div>
      )}
    </Field>
  )
}
