import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/groups',
    group: 'people',
    permission: 'groups.read',
    name: m.admin_tab_groups,
    Body: lazyPart(async () => (await import('./groups-tab.tsx')).GroupsTab),
  },
]

export const actionNames = {
  'account.groups': m.admin_act_groups,
  'group.save': m.admin_act_group_save,
  'group.delete': m.admin_act_group_delete,
}
