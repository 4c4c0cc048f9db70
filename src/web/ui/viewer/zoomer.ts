import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { followPointers, pointOf } from './pointers.ts'
import { fitted, keepInside, type Point, stepScale, type View, zoomAt } from './zoom-view.ts'

type ZoomState = {
  frame: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** 1 is as it fits. */
  scale: number
  zoomer: RefObject<Zoomer | null>
}

/** Makes `content` zoomable within `frame`; starts again for each `key`. */
export function useZoomer(
  key: string,
  { isZoomable, onSwipe, onDismiss }: Omit<ZoomerHandlers, 'onScale'>,
): ZoomState {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const zoomer = useRef<Zoomer>(null)
  const [scale, setScale] = useState(1)
  const swipe = useEffectEvent(onSwipe)
  const dismiss = useEffectEvent(onDismiss)

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets the zoom for another image
  useEffect(() => {
    if (!frame.current || !content.current) return
    setScale(1)
    const handlers = {
      isZoomable,
      onScale: setScale,
      onSwipe: (to: -1 | 1) => swipe(to),
      onDismiss: () => dismiss(),
    }
    const created = createZoomer(frame.current, content.current, handlers)
    zoomer.current = created
    return created.stop
  }, [key, isZoomable])
  return { frame, content, scale, zoomer }
}

export type ZoomerHandlers = {
  /** The item can be zoomed; otherwise it can only be swiped. */
  isZoomable: boolean
  onScale(scale: number): void
  /** A finger swiped the item to one side: 1 means the next. */
  onSwipe(direction: -1 | 1): void
  /** A finger pulled the item down. */
  onDismiss(): void
}

/** The actions of the buttons and keys on an image. */
export type Zoomer = {
  step(direction: -1 | 1): void
  reset(): void
  toggle(at?: Point): void
  stop(): void
}

/** The minimum distance of a swipe, in px, or its speed, in px a ms. */
const swipe = { distance: 72, speed: 0.5 }

/**
 * Lets `content` be zoomed and moved within `frame`: control and wheel, two fingers, double tap,
 * drag; one finger swipes an image that is not zoomed. The transform is written to the element
 * itself, so that nothing is rendered meanwhile.
 */
function createZoomer(frame: HTMLElement, content: HTMLElement, handlers: ZoomerHandlers): Zoomer {
  let view: View = fitted
  let slide: Point = { x: 0, y: 0 }

  const show = (isAnimated = false) => {
    content.style.transition = isAnimated
      ? 'transform 180ms cubic-bezier(0.2, 0, 0, 1), opacity 180ms'
      : 'none'
    content.style.transform = `translate(${view.x + slide.x}px, ${view.y + slide.y}px) scale(${view.scale})`
    content.style.opacity = String(1 - Math.min(0.5, slide.y / 600))
    frame.toggleAttribute('data-enlarged', view.scale > 1)
  }
  const change = (next: View, isAnimated = false) => {
    const inside = keepInside(next, sizeOf(content), sizeOf(frame))
    if (inside.scale !== view.scale) handlers.onScale(inside.scale)
    view = inside
    show(isAnimated)
  }
  const toggle = (at?: Point) => {
    if (handlers.isZoomable) change(view.scale === 1 ? zoomAt(view, 2, at) : fitted, true)
  }

  const stopPointers = followPointers(frame, {
    onDrag: (by, whole, { type }) => {
      if (view.scale > 1) return change({ ...view, x: view.x + by.x, y: view.y + by.y })
      if (type === 'mouse') return
      slide = slideOf(whole, handlers.isZoomable)
      show()
    },
    onPinch: (factor, middle, by) => {
      if (!handlers.isZoomable) return
      const zoomed = zoomAt(view, view.scale * factor, middle)
      change({ ...zoomed, x: zoomed.x + by.x, y: zoomed.y + by.y })
    },
    onRelease: (whole, speed) => {
      const wiped = slide
      slide = { x: 0, y: 0 }
      if (wiped.x !== 0 && isFar(whole.x, speed.x)) return handlers.onSwipe(whole.x < 0 ? 1 : -1)
      if (wiped.y > 0 && isFar(whole.y, speed.y)) return handlers.onDismiss()
      if (wiped.x !== 0 || wiped.y !== 0) show(true)
    },
    onDoubleTap: toggle,
  })
  const onWheel = (event: WheelEvent) => {
    if (!handlers.isZoomable || !(event.ctrlKey || view.scale > 1)) return
    event.preventDefault()
    if (event.ctrlKey) change(zoomAt(view, scaleAfter(view.scale, event), pointOf(frame, event)))
    else change({ ...view, x: view.x - event.deltaX, y: view.y - event.deltaY })
  }
  frame.addEventListener('wheel', onWheel, { passive: false })
  return {
    step: (direction) =>
      handlers.isZoomable && change(zoomAt(view, stepScale(view.scale, direction)), true),
    reset: () => change(fitted, true),
    toggle,
    stop: () => {
      stopPointers()
      frame.removeEventListener('wheel', onWheel)
    },
  }
}

/** A mouse wheel zooms in steps; a trackpad sends a pinch as many small deltas. */
function scaleAfter(scale: number, { deltaY, deltaMode }: WheelEvent): number {
  const isNotch = deltaMode !== 0 || Math.abs(deltaY) >= 50
  return isNotch ? stepScale(scale, deltaY < 0 ? 1 : -1) : scale * Math.exp(-deltaY / 100)
}

/** A finger swipes either sideways or down. */
function slideOf({ x, y }: Point, canPullDown: boolean): Point {
  if (Math.abs(x) >= Math.abs(y)) return { x, y: 0 }
  return { x: 0, y: canPullDown ? Math.max(0, y) : 0 }
}

const isFar = (way: number, speed: number) =>
  Math.abs(way) > swipe.distance ||
  (Math.abs(speed) > swipe.speed && Math.abs(way) > swipe.distance / 3)

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement) => ({
  width: offsetWidth,
  height: offsetHeight,
})
