import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Section } from './entries.ts'
import { NavLink } from './nav-link.tsx'

/**
 * A section with what is in it. The one with the current page is open; the others open on request.
 */
export function NavSection({ section, isCollapsed }: { section: Section; isCollapsed: boolean }) {
  const { path } = useLocation()
  const isHere = section.path === path || section.children.some((child) => child.path === path)
  const [asked, setAsked] = useState<boolean>()
  const listId = useId()
  const isOpen = asked ?? isHere

  if (isCollapsed) {
    return (
      <li className="flex justify-center">
        <NavLink entry={section} icon={section.icon} isCollapsed isOpen={isHere} />
      </li>
    )
  }
  return (
    <li>
      <div className="relative flex items-center">
        <NavLink
          entry={section}
          icon={section.icon}
          isOpen={isHere}
          className={section.children.length > 0 ? 'pr-8 pl-2.5' : 'px-2.5'}
        />
        {section.children.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={m.nav_show_children({ name: section.label() })}
            onClick={() => setAsked(!isOpen)}
            className="absolute right-0.5 flex size-control-small items-center justify-center rounded-control text-faint transition-colors hover:bg-hover hover:text-text"
          >
            <ChevronDown
              size={16}
              aria-hidden
              className={`transition-transform ${isOpen ? '' : '-rotate-90'}`}
            />
          </button>
        )}
      </div>
      <ul id={listId} hidden={!isOpen} className="my-0.5 ml-4.5 border-l border-line pl-2">
        {section.children.map((child) => (
          <li key={child.path} className="flex">
            <NavLink entry={child} className="px-2.5" />
          </li>
        ))}
      </ul>
    </li>
  )
}
