import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/costs',
    group: 'money',
    permission: 'costs.read',
    name: m.admin_tab_costs,
    Body: lazyPart(async () => (await import('./costs-tab.tsx')).CostsTab),
  },
]

export const actionNames = {
  'costs.import': m.admin_act_costs_import,
  'costs.price': m.admin_act_costs_price,
  'costs.delete': m.admin_act_costs_delete,
}
