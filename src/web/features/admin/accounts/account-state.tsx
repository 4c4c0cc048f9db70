import type { AdminAccountLine } from '#contract/admin-accounts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge.tsx'

/** What is remarkable about an account, in one word. */
export function AccountState({ account }: { account: AdminAccountLine }) {
  if (account.deleted_at) return <Badge>{m.admin_state_deleted()}</Badge>
  if (account.suspended_at) return <Badge tone="bad">{m.admin_state_suspended()}</Badge>
  if (account.is_admin) return <Badge tone="accent">{m.admin_state_admin()}</Badge>
  if (!account.has_paid) return <Badge>{m.admin_state_never_paid()}</Badge>
  return <span className="text-small text-quiet">{m.admin_state_active()}</span>
}
