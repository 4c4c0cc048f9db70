import { type PointerEvent, useRef } from 'react'
import type { BrushPoint } from '../document/brush.ts'
import type { Editor } from '../document/editor-store.ts'
import type { Point } from '../pixels/pixels.ts'
import type { CanvasTool, Gesture, HeldKeys } from './tool.ts'
import { onDocument, type View, zoomAt } from './view.ts'

type PointerOptions = { view: View; onView: (view: View) => void; tool: CanvasTool }

/** The gesture of one pointer: of the tool, or it moves the view. */
type Running =
  | { id: number; gesture: Gesture; view: View }
  | { id: number; gesture: null; view: View; from: Point }

/** Where a pointer is, in CSS pixels of the element that listens. */
export function inPlace(event: PointerEvent<HTMLElement>): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

/**
 * One pointer is the tool's; the middle button and the hand move the view; two fingers zoom and move
 * it. A touch while a pen is down is the palm, and is ignored.
 */
export function usePointer(editor: Editor, { view, onView, tool }: PointerOptions) {
  const running = useRef<Running>(undefined)
  const fingers = useRef(new Map<number, Point>())
  const isPenDown = useRef(false)

  const begin = (event: PointerEvent<HTMLElement>): void => {
    const { pointerId: id } = event
    if (event.button === 1 || tool.id === 'hand') {
      running.current = { id, gesture: null, view, from: inPlace(event) }
      return
    }
    const [at] = pointsOf(event, view)
    if (event.button !== 0 || !at) return
    const gesture = tool.begin?.({ editor, at, view, keys: keysOf(event) })
    if (gesture) running.current = { id, gesture, view }
  }
  const stop = (event: PointerEvent<HTMLElement>, how: 'end' | 'cancel'): void => {
    fingers.current.delete(event.pointerId)
    if (event.pointerType === 'pen') isPenDown.current = false
    const now = running.current
    if (now?.id !== event.pointerId) return
    running.current = undefined
    now.gesture?.[how]()
  }
  const pinch = (event: PointerEvent<HTMLElement>): boolean => {
    const before = fingers.current.get(event.pointerId)
    if (!before || fingers.current.size < 2) return false
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    const at = inPlace(event)
    fingers.current.set(event.pointerId, at)
    if (!other) return false
    const factor = distance(at, other) / Math.max(1, distance(before, other))
    const zoomed = zoomAt(view, middle(at, other), factor)
    // Each finger moves the middle by half of its way.
    onView({
      ...zoomed,
      x: zoomed.x + (at.x - before.x) / 2,
      y: zoomed.y + (at.y - before.y) / 2,
    })
    return true
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'pen') isPenDown.current = true
      if (event.pointerType === 'touch') {
        if (isPenDown.current) return
        fingers.current.set(event.pointerId, inPlace(event))
        if (fingers.current.size === 2) {
          running.current?.gesture?.cancel()
          running.current = undefined
          return
        }
      }
      event.currentTarget.setPointerCapture(event.pointerId)
      if (!running.current) begin(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (pinch(event)) return
      const now = running.current
      if (now?.id !== event.pointerId) return
      if (now.gesture) now.gesture.move(pointsOf(event, view), keysOf(event))
      else {
        const at = inPlace(event)
        const { view: before, from } = now
        onView({ ...before, x: before.x + at.x - from.x, y: before.y + at.y - from.y })
      }
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => stop(event, 'end'),
    // The system has taken the pointer: what was drawn stays.
    onPointerCancel: (event: PointerEvent<HTMLElement>) => stop(event, 'end'),
  }
}

/** The places since the last event, in pixels of the document. */
function pointsOf(event: PointerEvent<HTMLElement>, view: View): BrushPoint[] {
  const all = event.nativeEvent.getCoalescedEvents?.() ?? []
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return (all.length > 0 ? all : [event.nativeEvent]).map((one) => ({
    ...onDocument(view, { x: one.clientX - left, y: one.clientY - top }),
    force: one.pointerType === 'pen' ? 0.5 + one.pressure / 2 : 1,
  }))
}

const keysOf = ({ shiftKey, altKey }: PointerEvent<HTMLElement>): HeldKeys => ({
  shift: shiftKey,
  alt: altKey,
})

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
