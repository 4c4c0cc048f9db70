import type { AccountView } from '#contract/account.ts'
import { useSaveSettings } from '#web/lib/account-settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Switch } from '#web/ui/controls/switch.tsx'
import { troubleText } from '../trouble.ts'

/** Whether new work is public unless its form says otherwise. */
export function DefaultVisibility({ account }: { account: AccountView }) {
  const { mutate, variables, isPending, error } = useSaveSettings()
  const isPublic = (isPending ? variables.default_public : undefined) ?? account.default_public
  return (
    <div>
      <Switch
        label={m.account_default_public()}
        hint={isPublic ? m.account_default_public_hint() : m.account_default_private_hint()}
        checked={isPublic}
        onChange={(next) => mutate({ default_public: next })}
      />
      {error && (
        <p role="alert" className="mt-1 text-small text-bad">
          {troubleText(error)}
        </p>
      )}
    </div>
  )
}
