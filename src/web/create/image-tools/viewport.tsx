import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { fitScale, lineWidth } from './fit.ts'
import { useElementSize } from './use-element-size.ts'
import type { Painting } from './use-painting.ts'

type ViewportProps = { source: HTMLCanvasElement; painting: Painting; zoom: number; size: number }

/**
 * The image with the mask over it, as large as fits, or larger and scrolled. Painting on it never
 * scrolls the page.
 */
export function Viewport({ source, painting: { maskRef, pointer }, zoom, size }: ViewportProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const available = useElementSize(scroller)
  const scale = fitScale(source, available) * zoom
  const shown = { width: source.width * scale, height: source.height * scale }
  const [cursor, setCursor] = useState<{ x: number; y: number }>()
  const twoFingers = useTwoFingers(scroller)
  const width = lineWidth(size, source) * scale

  const showSource = (canvas: HTMLCanvasElement | null) =>
    canvas?.getContext('2d')?.drawImage(source, 0, 0)
  const follow = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setCursor({ x: event.clientX - left, y: event.clientY - top })
  }
  return (
    <div
      ref={scroller}
      {...twoFingers}
      className="flex min-h-0 flex-1 overflow-auto bg-stage overscroll-none"
    >
      <div
        className="relative m-auto shrink-0 cursor-none touch-none overflow-hidden select-none"
        style={shown}
        onPointerMove={follow}
        onPointerLeave={() => setCursor(undefined)}
      >
        <canvas
          ref={showSource}
          width={source.width}
          height={source.height}
          className="absolute inset-0 size-full"
        />
        <canvas
          ref={maskRef}
          {...pointer}
          role="img"
          aria-label={m.inputs_mask_canvas()}
          width={source.width}
          height={source.height}
          className="absolute inset-0 size-full opacity-65"
        />
        {cursor && (
          <span
            aria-hidden
            className="pointer-events-none absolute -translate-1/2 rounded-full border border-ground outline-1 outline-text"
            style={{ left: cursor.x, top: cursor.y, width, height: width }}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Two fingers scroll the element on which one finger paints. Spread the result onto the element
 * that scrolls.
 */
function useTwoFingers(scroller: RefObject<HTMLElement | null>) {
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
      // Each finger scrolls by half, so that both together scroll by their whole distance.
      if (fingers.current.size === 2) {
        scroller.current?.scrollBy((before.x - event.clientX) / 2, (before.y - event.clientY) / 2)
      }
    },
    onPointerUpCapture: forget,
    onPointerCancelCapture: forget,
  }
}
