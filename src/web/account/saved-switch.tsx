import { useState } from 'react'
import { useSaveSettings } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

type SavedSwitchProps = {
  name: 'default_public' | 'mail_when_finished'
  label: string
  hint: (value: boolean) => string
  value: boolean
}

/** A setting of the account. It switches at once, and back when it could not be saved. */
export function SavedSwitch({ name, label, hint, value }: SavedSwitchProps) {
  const { mutate, error } = useSaveSettings()
  const [wanted, setWanted] = useState<boolean>()
  const shown = wanted ?? value
  const choose = (next: boolean) => {
    setWanted(next)
    mutate({ [name]: next }, { onSettled: () => setWanted(undefined) })
  }
  return (
    <div>
      <Switch label={label} hint={hint(shown)} checked={shown} onChange={choose} />
      {error && (
        <p role="alert" className="mt-1 text-small text-bad">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
