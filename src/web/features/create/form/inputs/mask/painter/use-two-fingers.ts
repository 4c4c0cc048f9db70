import { type PointerEvent, type RefObject, useRef } from 'react'

/** Two fingers move what one finger paints on. Spread the answer onto the element that scrolls. */
export function useTwoFingers(scroller: RefObject<HTMLElement | null>) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const forget = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId)
  }
  return {
    onPointerDownCapture(event: PointerEvent) {
      if (event.pointerType === 'touch')
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMoveCapture(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId)
      if (!before) return
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      // Each finger moves it by half, so that both together move it as far as they go.
      if (fingers.current.size === 2) {
        scroller.current?.scrollBy((before.x - event.clientX) / 2, (before.y - event.clientY) / 2)
      }
    },
    onPointerUpCapture: forget,
    onPointerCancelCapture: forget,
  }
}
