import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/codes',
    group: 'money',
    permission: 'codes.read',
    name: m.admin_tab_codes,
    Body: lazyPart(async () => (await import('./codes-tab.tsx')).CodesTab),
  },
]

export const actionNames = {
  'code.create': m.admin_act_code_create,
  'code.disable': m.admin_act_code_disable,
}
