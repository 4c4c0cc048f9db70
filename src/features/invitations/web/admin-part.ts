import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/invitations',
    group: 'people',
    permission: 'accounts.admit',
    name: m.admin_tab_invitations,
    Body: lazyPart(async () => (await import('./invitations-tab.tsx')).InvitationsTab),
  },
]

export const actionNames = {
  'invitation.create': m.admin_act_invitation_create,
  'invitation.revoke': m.admin_act_invitation_revoke,
}
