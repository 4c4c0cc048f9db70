import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** How far a pointer moves before it is a drag and no click, in px. */
const threshold = 6

type Drag = { from: number; x: number; y: number; to: number | undefined }

/**
 * Reordering by dragging, for the children of one list element. The list changes when the pointer
 * is released, so nothing moves meanwhile; Escape cancels. Offer buttons as well, because not every
 * user can drag.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined

  const follow = useEffectEvent(({ clientX, clientY }: globalThis.PointerEvent) => {
    if (!drag) return
    const isFar =
      drag.to !== undefined || Math.hypot(clientX - drag.x, clientY - drag.y) > threshold
    if (isFar)
      setDrag({ ...drag, to: placeAt(list.current, clientX, clientY) ?? drag.to ?? drag.from })
  })
  const drop = useEffectEvent(() => {
    setDrag(undefined)
    if (drag?.to !== undefined && drag.to !== drag.from) onMove(drag.from, drag.to)
  })

  useEffect(() => {
    if (!isDragging) return
    const ended = new AbortController()
    const on = { signal: ended.signal }
    const cancel = () => setDrag(undefined)
    addEventListener('pointermove', follow, on)
    addEventListener('pointerup', drop, on)
    addEventListener('pointercancel', cancel, on)
    addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), on)
    return () => ended.abort()
  }, [isDragging])

  return {
    list,
    /** The dragged child, and its target; undefined before it has moved. */
    held: drag?.to === undefined ? undefined : { from: drag.from, to: drag.to },
    /** Call when a pointer is pressed on a child that may be moved. */
    grab(event: PointerEvent, from: number) {
      const isButton = event.target instanceof Element && event.target.closest('button, label, a')
      if (event.button === 0 && !isButton)
        setDrag({ from, x: event.clientX, y: event.clientY, to: undefined })
    },
  }
}

/** The child under a point that may be moved: those are marked with `data-movable`. */
function placeAt(list: Element | null, x: number, y: number): number | undefined {
  const at = [...(list?.querySelectorAll(':scope > [data-movable]') ?? [])].findIndex((child) => {
    const { left, right, top, bottom } = child.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })
  return at === -1 ? undefined : at
}
