import { m } from '#web/messages/compiled/messages.js'
import type { AddedSection } from '#web/shared/nav-sections.ts'
import { Compass } from '#web/ui/icons/navigation-icons.ts'

/** What people published. */
export const navSection: AddedSection = {
  place: 1,
  path: '/explore',
  label: m.nav_explore,
  icon: Compass,
  children: [],
  forVisitors: m.join_meanwhile_explore_text,
}
