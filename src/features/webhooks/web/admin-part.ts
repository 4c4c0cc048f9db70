import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/webhooks',
    group: 'system',
    permission: 'webhooks.read',
    name: m.admin_tab_webhooks,
    Body: lazyPart(async () => (await import('./operator-webhooks-tab.tsx')).WebhooksTab),
  },
]

export const actionNames = {
  'webhook.create': m.admin_act_webhook_create,
  'webhook.change': m.admin_act_webhook_change,
  'webhook.secret': m.admin_act_webhook_secret,
  'webhook.delete': m.admin_act_webhook_delete,
}
