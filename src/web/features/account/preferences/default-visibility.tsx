import { useState } from 'react'
import type { AccountView } from '#contract/account.ts'
import { useSaveSettings } from '#web/lib/preferences/account-settings.ts'
import { troubleText } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Switch } from '#web/ui/controls/switch.tsx'

/** Whether new work is public unless its form says otherwise. */
export function DefaultVisibility({ account }: { account: AccountView }) {
  const { mutate, error } = useSaveSettings()
  // It turns at once, and back where it could not be saved.
  const [wanted, setWanted] = useState<boolean>()
  const isPublic = wanted ?? account.default_public
  const choose = (next: boolean) => {
    setWanted(next)
    mutate({ default_public: next }, { onSettled: () => setWanted(undefined) })
  }
  return (
    <div>
      <Switch
        label={m.account_default_public()}
        hint={isPublic ? m.account_default_public_hint() : m.account_default_private_hint()}
        checked={isPublic}
        onChange={choose}
      />
      {error && (
        <p role="alert" className="mt-1 text-small text-bad">
          {troubleText(error)}
        </p>
      )}
    </div>
  )
}
