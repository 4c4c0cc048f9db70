import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/payments',
    group: 'money',
    permission: 'payments.read',
    name: m.admin_tab_payments,
    Body: lazyPart(async () => (await import('./payments-tab.tsx')).PaymentsTab),
    isLeading: true,
  },
]

export const actionNames = {
  'payment.refund': m.admin_act_payment_refund,
  'payment.refund_repeat': m.admin_act_payment_refund_repeat,
}
