import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** How long a finger rests before it means picking, in ms, and how far it may stray, in px. */
const patience = 450
const stray = 10

/**
 * Handlers for a long press by touch; the click that follows it is swallowed, and no menu opens.
 */
export function useLongPress(onPress: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const cancel = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        press.current = undefined
        swallowNextClick()
        onPress()
      }, patience)
      press.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > stray)
        cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
        event.preventDefault()
    },
  }
}

function swallowNextClick() {
  const ended = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    ended.abort()
  }
  addEventListener('click', swallow, { capture: true, signal: ended.signal })
  addEventListener('pointerdown', () => ended.abort(), { capture: true, signal: ended.signal })
}
