import { useEffect } from 'react'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Mark } from '#web/shared/mark.tsx'
import { PanelLeftClose, PanelLeftOpen } from '#web/ui/icons/navigation-icons.ts'
import { SlideOver } from '#web/ui/overlays/slide-over.tsx'
import { shortcutText } from './commands/shortcuts.ts'
import { NavLists } from './nav-lists.tsx'
import { closeSlideOver, togglePanel, usePanelState } from './panel-state.ts'

/** The side panel: a column of 232 or 64 px, or a slide-over below 768 px. */
export function SidePanel() {
  const { isCollapsed, isSlideOverOpen } = usePanelState()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the panel
  useEffect(closeSlideOver, [location])
  return (
    <>
      <aside
        aria-label={m.nav_panel()}
        className={`sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line max-md:hidden ${isCollapsed ? 'w-16' : 'w-58'}`}
      >
        <div
          className={`flex h-top-bar shrink-0 items-center ${isCollapsed ? 'justify-center' : 'px-4'}`}
        >
          <HomeLink isCollapsed={isCollapsed} />
        </div>
        <NavLists isCollapsed={isCollapsed} />
        <div className="shrink-0 border-t border-line px-2 py-2">
          <CollapseButton isCollapsed={isCollapsed} />
        </div>
      </aside>
      <SlideOver
        open={isSlideOverOpen}
        onClose={closeSlideOver}
        title={m.nav_label()}
        closeLabel={m.nav_close()}
        side="left"
      >
        <div className="flex h-full flex-col">
          {isSlideOverOpen && <NavLists isCollapsed={false} />}
        </div>
      </SlideOver>
    </>
  )
}

function HomeLink({ isCollapsed }: { isCollapsed: boolean }) {
  const studioName = useStudioName()
  return (
    <Link
      to="/"
      aria-label={studioName}
      className="flex items-center gap-2.5 rounded-control text-prompt font-semibold"
    >
      <Mark />
      {!isCollapsed && (
        <span aria-hidden className="truncate">
          {studioName}
        </span>
      )}
    </Link>
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const action = isCollapsed ? m.nav_expand() : m.nav_collapse()
  const shortcut = shortcutText('B')
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <button
      type="button"
      onClick={togglePanel}
      aria-label={action}
      aria-keyshortcuts="Control+B Meta+B"
      data-tip={m.nav_toggle_tip({ action, shortcut })}
      data-tip-side={isCollapsed ? 'right' : 'above'}
      className={`flex items-center gap-2.5 rounded-control text-body text-quiet transition-colors hover:bg-hover hover:text-text ${isCollapsed ? 'mx-auto size-10 justify-center' : 'min-h-control w-full px-2.5'}`}
    >
      <Icon size={isCollapsed ? 20 : 16} strokeWidth={1.75} aria-hidden />
      {!isCollapsed && action}
    </button>
  )
}
