import type { LucideIcon } from 'lucide-react'
import { Link } from '#web/lib/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { Entry } from './entries.ts'

type NavLinkProps = {
  entry: Entry
  icon?: LucideIcon
  /** Icon alone, its name as a tooltip. */
  isCollapsed?: boolean
  /** Something inside is the current page. */
  isOpen?: boolean
  className?: string
}

/** One line of the side panel. */
export function NavLink({ entry, icon: Icon, isCollapsed, isOpen, className }: NavLinkProps) {
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
