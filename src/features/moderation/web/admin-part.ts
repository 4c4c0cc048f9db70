import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/moderation',
    group: 'content',
    permission: 'reports.read',
    name: m.admin_tab_moderation,
    Body: lazyPart(async () => (await import('./moderation-tab.tsx')).ModerationTab),
  },
]

export const actionNames = {
  'generation.takedown': m.admin_act_takedown,
  'hash.unblock': m.admin_act_hash_unblock,
}
