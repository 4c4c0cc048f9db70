import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { uploadFromUrl } from '#web/lib/upload.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'
import { isWebAddress } from './web-address.ts'

type AddressBoxProps = {
  accept: Accept
  /** An address from the clipboard: it is checked at once. */
  pasted?: string | undefined
  /** Called with the address of the stored file; with the typed address while signed out. */
  onUse: (address: string) => void
  onClose: () => void
}

/**
 * For a file elsewhere on the web: our server fetches and validates it at once, the browser never
 * does.
 */
export function AddressBox({ accept, pasted = '', onUse, onClose }: AddressBoxProps) {
  const [typed, setTyped] = useState(pasted)
  const [error, setError] = useState<string>()
  const { check, isChecking } = useCheck(accept, { onUse, onError: setError })
  const use = () => {
    const address = typed.trim()
    if (isChecking) return
    setError(undefined)
    if (isWebAddress(address)) void check(address)
    else setError(m.inputs_address_wrong())
  }
  const checkPasted = useEffectEvent(() => pasted !== '' && use())
  // biome-ignore lint/nursery/useReactCompiler: a pasted address is checked at once, as by the button
  useEffect(() => void checkPasted(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') use()
    if (event.key === 'Escape') onClose()
  }
  return (
    <Field
      label={m.inputs_address()}
      hideLabel
      hint={isChecking ? m.inputs_address_checking() : m.inputs_address_hint()}
      error={error}
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
              setError(undefined)
            }}
            onKeyDown={onKeyDown}
            className="h-control w-full min-w-0 rounded-control border border-edge bg-ground px-2.5 text-body placeholder:text-faint aria-invalid:border-bad pointer-coarse:text-prompt"
          />
          <Button onClick={use} busy={isChecking}>
            {m.inputs_address_apply()}
          </Button>
          <IconButton icon={X} label={m.inputs_address_close()} onClick={onClose} />
        </div>
      )}
    </Field>
  )
}

type Checked = { onUse: (address: string) => void; onError: (text: string) => void }

/** Has the server fetch and validate a file. Closing the box aborts it. */
function useCheck(accept: Accept, { onUse, onError }: Checked) {
  const [isChecking, setChecking] = useState(false)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const check = async (address: string) => {
    ending.current = new AbortController()
    const { signal } = ending.current
    setChecking(true)
    try {
      onUse(await uploadFromUrl(address, accept, signal))
    } catch (error) {
      if (signal.aborted) return
      // A file is stored for an account: without one it is checked when the generation starts.
      if (error instanceof ApiError && error.code === 'unauthorized') onUse(address)
      else onError(errorText(error as Error, m.inputs_address_unchecked()))
    } finally {
      if (!signal.aborted) setChecking(false)
    }
  }
  return { check, isChecking }
}
