import { create } from 'zustand'
import { readCookie, writeCookie } from '#web/lib/browser/browser-storage.ts'

const cookie = 'side_panel'
const rememberedDays = 7
const narrow = matchMedia('(width < 48rem)')
/** The form and the stage of these pages need the room that the names take. */
const tight = matchMedia('(width < 80rem)')

type PanelState = { isCollapsed: boolean; isSlideOverOpen: boolean }

/**
 * The state of the side panel. Below 768 px it is a slide-over that starts closed; the choice
 * between icons and names is for wider windows and remembered for 7 days
 * (docs/spec/creation.md#pages). Before the first choice, the window's width decides.
 */
export const usePanelState = create<PanelState>(() => ({
  isCollapsed: startsCollapsed(),
  isSlideOverOpen: false,
}))

/** Collapses or expands the panel, or opens and closes the slide-over on a narrow window. */
export function togglePanel(): void {
  const state = usePanelState.getState()
  if (narrow.matches) {
    usePanelState.setState({ isSlideOverOpen: !state.isSlideOverOpen })
    return
  }
  const isCollapsed = !state.isCollapsed
  writeCookie(cookie, isCollapsed ? 'collapsed' : 'expanded', rememberedDays)
  usePanelState.setState({ isCollapsed })
}

export function closeSlideOver(): void {
  if (usePanelState.getState().isSlideOverOpen) usePanelState.setState({ isSlideOverOpen: false })
}

/** Closes the slide-over when the window changes its width. Returns a function that stops this. */
export function closeSlideOverWhenWide(): () => void {
  narrow.addEventListener('change', closeSlideOver)
  return () => narrow.removeEventListener('change', closeSlideOver)
}

function startsCollapsed(): boolean {
  const chosen = readCookie(cookie)
  return chosen ? chosen === 'collapsed' : tight.matches
}
