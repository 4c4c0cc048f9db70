import { useEffect, useRef } from 'react'

/**
 * Puts the keyboard back on what opened a record when the viewer closes and the browser could not: the tile may have been
 * drawn anew meanwhile.
 */
export function useReturnOfFocus(viewed: string | undefined): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = viewed
    if (viewed !== undefined || before === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-viewer-opener="${CSS.escape(before)}"]`)?.focus()
  }, [viewed])
}
