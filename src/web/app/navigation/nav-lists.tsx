import { m } from '#web/messages/compiled/messages.js'
import { creatorSections, historySection } from './entries.ts'
import { NavSection } from './nav-section.tsx'

/** The side panel's two menus: what one can make, and below it the history. */
export function NavLists({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <>
      <nav aria-label={m.nav_label()} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <ul className="flex flex-col gap-0.5">
          {creatorSections.map((section) => (
            <NavSection key={section.path} section={section} isCollapsed={isCollapsed} />
          ))}
        </ul>
      </nav>
      <nav aria-label={m.nav_history_label()} className="shrink-0 px-2 py-2">
        <ul>
          <NavSection section={historySection} isCollapsed={isCollapsed} />
        </ul>
      </nav>
    </>
  )
}
