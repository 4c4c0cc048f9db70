import { useId, useState } from 'react'
import { useHasModel } from '#web/lib/models.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { pageAt } from '#web/routes.ts'
import { addedSections, type Entry, type Section } from '#web/shared/nav-sections.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { ChevronDown } from '#web/ui/icons/navigation-icons.ts'
import { creatorSections, historySection } from './nav-entries.ts'

/** The side panel's two menus: the forms, and below them the history. */
export function NavLists({ isCollapsed }: { isCollapsed: boolean }) {
  const sections = useSectionsWithModels()
  return (
    <>
      <nav aria-label={m.nav_label()} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <ul className="flex flex-col gap-0.5">
          {sections.map((section) => (
            <NavSection key={section.path} section={section} isCollapsed={isCollapsed} />
          ))}
        </ul>
      </nav>
      <nav aria-label={m.nav_history_label()} className="shrink-0 px-2 py-2">
        <ul className="flex flex-col gap-0.5">
          {addedSections.map((section) => (
            <NavSection key={section.path} section={section} isCollapsed={isCollapsed} />
          ))}
          <NavSection section={historySection} isCollapsed={isCollapsed} />
        </ul>
      </nav>
    </>
  )
}

/** The sections and entries whose form has a model; a section without one leads to its first entry. */
export function useSectionsWithModels(): Section[] {
  const hasModel = useHasModel()
  return creatorSections.flatMap((section): Section[] => {
    const isOffered = ({ path }: Entry) => {
      const { form } = pageAt(path)
      return form !== undefined && hasModel(form)
    }
    const hasForm = isOffered(section)
    // An entry without a form, such as a history, belongs to the section's own form.
    const children = section.children.filter((child) =>
      pageAt(child.path).form ? isOffered(child) : hasForm,
    )
    const path = hasForm ? section.path : children[0]?.path
    return path ? [{ ...section, path, children }] : []
  })
}

/**
 * A section with its entries. The one with the current page is open; the others open on request.
 */
function NavSection({ section, isCollapsed }: { section: Section; isCollapsed: boolean }) {
  const { path } = useLocation()
  const containsPage =
    section.path === path || section.children.some((child) => child.path === path)
  const [openState, setOpenState] = useState<boolean>()
  const listId = useId()
  const isOpen = openState ?? containsPage

  if (isCollapsed) {
    return (
      <li className="flex justify-center">
        <NavLink entry={section} icon={section.icon} isCollapsed isOpen={containsPage} />
      </li>
    )
  }
  return (
    <li>
      <div className="relative flex items-center">
        <NavLink
          entry={section}
          icon={section.icon}
          isOpen={containsPage}
          className={section.children.length > 0 ? 'pr-8 pl-2.5' : 'px-2.5'}
        />
        {section.children.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={m.nav_show_children({ name: section.label() })}
            onClick={() => setOpenState(!isOpen)}
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

type NavLinkProps = {
  entry: Entry
  icon?: IconComponent
  /** The icon alone, with the name as a tooltip. */
  isCollapsed?: boolean
  /** One of its entries is the current page. */
  isOpen?: boolean
  className?: string
}

/** One line of the side panel. */
function NavLink({ entry, icon: Icon, isCollapsed, isOpen, className }: NavLinkProps) {
  const name = entry.label()
  return (
    <Link
      to={entry.path}
      {...(isCollapsed && { 'aria-label': name, 'data-tip': name, 'data-tip-side': 'right' })}
      className={`group flex min-w-0 flex-1 items-center gap-2.5 rounded-control text-body text-quiet transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-pressed aria-[current=page]:text-text ${isCollapsed ? 'size-10 justify-center' : 'min-h-control'} ${isOpen ? 'text-text' : ''} ${className ?? ''}`}
    >
      {Icon && (
        <Icon
          size={isCollapsed ? 20 : 16}
          strokeWidth={1.75}
          aria-hidden
          className={`shrink-0 group-aria-[current=page]:text-accent ${isOpen ? 'text-accent' : ''}`}
        />
      )}
      {!isCollapsed && <span className="truncate">{name}</span>}
      {!isCollapsed && entry.isNew && (
        <span className="text-[0.6875rem] font-medium text-accent">{m.nav_new()}</span>
      )}
    </Link>
  )
}
