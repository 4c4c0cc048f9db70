import type { AccountView } from '#core/accounts/contract/account.ts'
import { SavedSwitch } from '#web/account/saved-switch.tsx'
import { m } from '#web/messages/compiled/messages.js'

/** Whether a mail is sent when a long job ends; nothing where the studio sends none. */
export default function MailWhenFinished({ account }: { account: AccountView }) {
  const { mail_when_finished: isWanted, email } = account
  if (isWanted === null) return null
  return (
    <SavedSwitch
      name="mail_when_finished"
      label={m.account_mail_when_finished()}
      hint={() => m.account_mail_when_finished_hint({ email })}
      value={isWanted}
    />
  )
}
