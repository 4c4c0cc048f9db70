import type { AdminTab } from '#web/admin/admin-part.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'

export const tabs: readonly AdminTab[] = [
  {
    path: '/admin/model-library',
    group: 'content',
    permission: 'models.read',
    name: m.admin_tab_library,
    Body: lazyPart(async () => (await import('./library-tab.tsx')).LibraryTab),
  },
]

export const actionNames = {}
