import { m } from '#web/messages/compiled/messages.js'
import type { AddedSection } from '#web/shared/nav-sections.ts'
import { Layers } from '#web/ui/icons/history-icons.ts'

/** The account's canvases. */
export const navSection: AddedSection = {
  place: 3,
  path: '/canvas',
  label: m.canvas_title,
  icon: Layers,
  children: [],
}
