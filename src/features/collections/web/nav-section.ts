import { m } from '#web/messages/compiled/messages.js'
import type { AddedSection } from '#web/shared/nav-sections.ts'
import { Folders } from '#web/ui/icons/history-icons.ts'

/** The account's collections. */
export const navSection: AddedSection = {
  place: 2,
  path: '/collections',
  label: m.nav_collections,
  icon: Folders,
  children: [],
}
