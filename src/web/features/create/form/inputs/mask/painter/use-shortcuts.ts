import { useEffect, useEffectEvent } from 'react'

/**
 * Letters that act, and letters that act with Ctrl or Cmd; a letter with Shift is written
 * `shift+z`.
 */
export type Shortcuts = { plain: Record<string, () => void>; command: Record<string, () => void> }

/** Listens on the whole page: a click on a canvas leaves the focus nowhere. */
export function useShortcuts({ plain, command }: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = `${event.shiftKey && /^[a-z]$/i.test(event.key) ? 'shift+' : ''}${event.key.toLowerCase()}`
    const act = (event.ctrlKey || event.metaKey ? command : plain)[name]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
