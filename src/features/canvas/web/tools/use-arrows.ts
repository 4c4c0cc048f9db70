import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#web/lib/browser/is-typing.ts'
import type { Point } from '../pixels/pixels.ts'

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Calls back with how far an arrow key moves: by one pixel of the document, with Shift by ten.
 * `isHeld`: the key repeats. It returns whether something was moved.
 */
export function useArrows(onMove: (by: Point, isHeld: boolean) => boolean): void {
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = arrows[event.key]
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || usesArrows(event.target)) return
      const far = event.shiftKey ? 10 : 1
      if (move({ x: way.x * far, y: way.y * far }, event.repeat)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Whether arrow keys mean something else to an element: a slider, or one choice of several. */
const usesArrows = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('dialog, input, [role=radio], [role=listbox], [popover]') !== null
