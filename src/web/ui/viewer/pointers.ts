import { type Point, spanOf } from './zoom-view.ts'

/** The gestures of fingers and the mouse on a frame. Points are in px from the frame's middle. */
export type Motion = {
  /** One pointer moved by this distance since its last event, and by this in all. */
  onDrag(by: Point, whole: Point, pointer: { type: string }): void
  /** Two fingers: the change of their distance, their middle, and its movement. */
  onPinch(factor: number, middle: Point, by: Point): void
  /** The last pointer left; `whole` is its total movement, `speed` in px a ms along the way. */
  onRelease(whole: Point, speed: Point, pointer: { type: string }): void
  onDoubleTap(at: Point): void
}

type Finger = { start: Point; last: Point; startedAt: number; type: string }

/** Beyond this distance a movement is no tap, in px. */
const slop = 8
/** Two taps are one double tap within this time, in ms. */
const doubleTapTime = 320

/**
 * Listens to the pointers on a frame; the returned function stops it. Sliders and links over it
 * handle their own pointers.
 */
export function followPointers(frame: HTMLElement, motion: Motion): () => void {
  const fingers = new Map<number, Finger>()
  let [hasPinched, lastTap] = [false, { at: { x: 0, y: 0 }, time: 0 }]

  const onDown = (event: PointerEvent) => {
    if (
      event.button !== 0 ||
      !(event.target instanceof Element) ||
      event.target.closest('input, a, select')
    )
      return
    if (fingers.size === 0) hasPinched = false
    const at = pointOf(frame, event)
    fingers.set(event.pointerId, {
      start: at,
      last: at,
      startedAt: event.timeStamp,
      type: event.pointerType,
    })
  }
  const onMove = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    const at = pointOf(frame, event)
    const whole = difference(at, finger.start)
    if (Math.hypot(whole.x, whole.y) > slop || fingers.size > 1)
      frame.setPointerCapture(event.pointerId)
    const [one, other] = [...fingers.values()]
    const before = one && other && spanOf(one.last, other.last)
    const by = difference(at, finger.last)
    finger.last = at
    if (one && other && before) {
      hasPinched = true
      const after = spanOf(one.last, other.last)
      motion.onPinch(
        after.distance / (before.distance || 1),
        after.middle,
        difference(after.middle, before.middle),
      )
    } else if (!hasPinched && frame.hasPointerCapture(event.pointerId))
      motion.onDrag(by, whole, finger)
  }
  const onUp = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId)
    fingers.delete(event.pointerId)
    if (!finger || fingers.size > 0) return
    const whole = difference(finger.last, finger.start)
    const time = Math.max(1, event.timeStamp - finger.startedAt)
    const isTap = event.type === 'pointerup' && !hasPinched && Math.hypot(whole.x, whole.y) <= slop
    motion.onRelease(
      hasPinched ? { x: 0, y: 0 } : whole,
      { x: whole.x / time, y: whole.y / time },
      finger,
    )
    if (isTap && !isOnButton(event)) tap(finger.last, event.timeStamp)
  }
  const tap = (at: Point, time: number) => {
    const isSecond =
      time - lastTap.time < doubleTapTime &&
      Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < 40
    lastTap = { at, time: isSecond ? 0 : time }
    if (isSecond) motion.onDoubleTap(at)
  }
  return listenToAll(frame, {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onUp,
  })
}

/** Where an event is, in px from the frame's middle. */
export function pointOf(frame: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const isOnButton = ({ target }: Event) =>
  target instanceof Element && target.closest('button') !== null

const difference = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y })

function listenToAll(
  target: HTMLElement,
  listeners: Record<string, (event: PointerEvent) => void>,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [name, listener] of entries) target.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of entries) target.removeEventListener(name, listener)
  }
}
