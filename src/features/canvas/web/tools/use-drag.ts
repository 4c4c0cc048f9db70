import { type PointerEvent, useRef } from 'react'

type Handle = PointerEvent<HTMLElement>

/**
 * Drags handles over the stage. `onMove` is called with each event, and with what the drag began
 * with, which does not change during it. Returns how a drag begins, and the handle's listeners.
 */
export function useDrag<Start>(onMove: (event: Handle, start: Start) => void) {
  const drag = useRef<{ start: Start }>(undefined)
  const end = () => {
    drag.current = undefined
  }
  return {
    begin(event: Handle, start: Start) {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { start }
    },
    listeners: {
      onPointerMove(event: Handle) {
        if (!drag.current) return
        event.stopPropagation()
        onMove(event, drag.current.start)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
