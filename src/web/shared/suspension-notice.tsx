import type { AccountView } from '#core/accounts/contract/account.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'

type SuspendedAccount = Pick<AccountView, 'is_suspended' | 'approval' | 'approval_note'>

/** Why an account can start and buy nothing: it waits for approval, was rejected, or is suspended. */
export function SuspensionNotice({ account }: { account: SuspendedAccount }) {
  const { is_suspended: isSuspended, approval, approval_note: note } = account
  if (!isSuspended) return null
  if (approval === 'waiting')
    return (
      <Notice tone="warn" title={m.account_waiting_title()}>
        {m.account_waiting_text()}
      </Notice>
    )
  if (approval === 'rejected')
    return (
      <Notice tone="bad" title={m.account_rejected_title()}>
        {note}
      </Notice>
    )
  return (
    <Notice tone="bad" title={m.account_suspended_title()}>
      {m.account_suspended_text()}
    </Notice>
  )
}
