import { followPointers, pointOf } from './pointers.ts'
import { fitted, keepInside, stepScale, type View, zoomAt } from './zoom-view.ts'

/** One zoom for several frames. */
export type LinkedZoom = { step(direction: -1 | 1): void; reset(): void; stop(): void }

/**
 * Zooms and moves the first child of each frame alike: control and wheel, two fingers, double tap
 * and drag on any of them. The frames have the same size. `onScale` is called with each new scale.
 */
export function linkZoom(
  frames: readonly HTMLElement[],
  onScale: (scale: number) => void,
): LinkedZoom {
  let view: View = fitted
  const change = (next: View) => {
    const [frame] = frames
    if (!frame) return
    const size = { width: frame.offsetWidth, height: frame.offsetHeight }
    view = keepInside(next, size, size)
    onScale(view.scale)
    for (const one of frames) {
      const content = one.firstElementChild
      if (content instanceof HTMLElement)
        content.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
      one.toggleAttribute('data-enlarged', view.scale > 1)
    }
  }
  const stops = frames.map((frame) => {
    const stop = followPointers(frame, {
      onDrag: (by) => {
        if (view.scale > 1) change({ ...view, x: view.x + by.x, y: view.y + by.y })
      },
      onPinch: (factor, middle, by) => {
        const zoomed = zoomAt(view, Math.max(1, view.scale * factor), middle)
        change({ ...zoomed, x: zoomed.x + by.x, y: zoomed.y + by.y })
      },
      onRelease: () => undefined,
      onDoubleTap: (at) => change(view.scale === 1 ? zoomAt(view, 2, at) : fitted),
    })
    const onWheel = (event: WheelEvent) => {
      if (!(event.ctrlKey || view.scale > 1)) return
      event.preventDefault()
      if (!event.ctrlKey)
        return change({ ...view, x: view.x - event.deltaX, y: view.y - event.deltaY })
      const scale = Math.max(1, view.scale * Math.exp(-event.deltaY / 300))
      change(zoomAt(view, scale, pointOf(frame, event)))
    }
    frame.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      stop()
      frame.removeEventListener('wheel', onWheel)
    }
  })
  return {
    step: (direction) => change(zoomAt(view, Math.max(1, stepScale(view.scale, direction)))),
    reset: () => change(fitted),
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
