import { isTyping } from '#web/lib/browser/is-typing.ts'
import { showCommands, showShortcuts } from '#web/lib/prompts.ts'
import { togglePanel } from '../panel-state.ts'

/**
 * Listens for the shortcuts of every page: Ctrl or Cmd with B (side panel) and K (commands), and ?
 * outside text fields. Returns a function that stops listening.
 */
export function listenForShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const run = actionOf(event)
    if (!run || event.defaultPrevented) return
    event.preventDefault()
    if (!event.repeat) run()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey, code, key, target } = event
  if (altKey) return undefined
  if (ctrlKey || metaKey) {
    if (shiftKey) return undefined
    return code === 'KeyB' ? togglePanel : code === 'KeyK' ? showCommands : undefined
  }
  return key === '?' && !isTyping(target) ? showShortcuts : undefined
}

const isMac = () => navigator.platform.startsWith('Mac')

/** The name of the key that is held: Ctrl, or Cmd on a Mac. */
export const controlKey = () => (isMac() ? '⌘' : 'Ctrl')

/** How a shortcut with Ctrl or Cmd is written. */
export function shortcutText(key: string): string {
  return isMac() ? `⌘${key}` : `Ctrl+${key}`
}
