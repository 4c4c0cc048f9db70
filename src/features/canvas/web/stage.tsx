import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import type { BrushPoint, Stroke } from './brush.ts'
import { type Editor, maskColor, toLayer } from './editor-store.ts'
import { isMask, paintLayers } from './layers.ts'
import type { Point, Size } from './pixels/pixels.ts'
import { dragHandle, type Handle, inWindow, onDocument, type View, zoomAt } from './view.ts'

type StageProps = {
  editor: Editor
  view: View
  onView: (view: View) => void
  onSize: (size: Size) => void
  /** A layer that is shown above all and does not belong to the document yet. */
  staged: { canvas: HTMLCanvasElement; at: Point } | undefined
}

/** The document, on which pointers paint, move and zoom. */
export function Stage({ editor, view, onView, onSize, staged }: StageProps) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const tool = useStore(editor.store, (state) => state.tool)
  const brush = useStore(editor.store, (state) => state.brush)
  const document = useStore(editor.store, (state) => state.size)
  const [cursor, setCursor] = useState<Point>()

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      const measured = { width: element.clientWidth, height: element.clientHeight }
      setSize(measured)
      onSize(measured)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => sizes.disconnect()
  }, [onSize])

  useDrawing(canvas, editor, { view, size, staged })
  useWheel(place, view, onView)
  const pointer = usePointer(editor, { view, onView, tool })
  const shown = inWindow(view, { x: 0, y: 0, ...document })
  const paints = tool === 'brush' || tool === 'eraser'
  return (
    <div
      ref={place}
      className={`relative min-h-0 flex-1 touch-none overflow-hidden bg-stage select-none ${cursors[tool]}`}
      {...pointer}
      onPointerMove={(event) => {
        setCursor(inPlace(event))
        pointer.onPointerMove(event)
      }}
      onPointerLeave={() => setCursor(undefined)}
    >
      <div
        aria-hidden
        className="checkerboard absolute"
        style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
      />
      <canvas
        ref={canvas}
        role="img"
        aria-label={m.canvas_stage({ ...text(document) })}
        width={Math.round(size.width * devicePixelRatio)}
        height={Math.round(size.height * devicePixelRatio)}
        className="absolute inset-0 size-full"
      />
      <FrameBox editor={editor} view={view} isActive={tool === 'frame'} />
      {paints && cursor && (
        <span
          aria-hidden
          className="pointer-events-none absolute -translate-1/2 rounded-full border border-ground outline-1 outline-text"
          style={{
            left: cursor.x,
            top: cursor.y,
            width: brush.size * view.scale,
            height: brush.size * view.scale,
          }}
        />
      )}
    </div>
  )
}

const text = ({ width, height }: Size) => ({ width: `${width}`, height: `${height}` })

const cursors = {
  ...{ brush: 'cursor-none', eraser: 'cursor-none', move: 'cursor-move' },
  ...{ hand: 'cursor-grab', frame: 'cursor-crosshair' },
}

type Drawing = Pick<StageProps, 'view' | 'staged'> & { size: Size }

/** Draws the document when it, or the view of it, has changed: once a frame at most. */
function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  editor: Editor,
  { view, size, staged }: Drawing,
): void {
  const layers = useStore(editor.store, (state) => state.layers)
  const changes = useStore(editor.store, (state) => state.changes)
  const pending = useStore(editor.store, (state) => state.pending)
  const document = useStore(editor.store, (state) => state.size)
  // biome-ignore lint/correctness/useExhaustiveDependencies: pixels change in place, and changes counts them
  useEffect(() => {
    const request = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d')
      if (!context) return
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, context.canvas.width, context.canvas.height)
      const scale = view.scale * devicePixelRatio
      context.setTransform(scale, 0, 0, scale, view.x * devicePixelRatio, view.y * devicePixelRatio)
      context.imageSmoothingEnabled = view.scale < 4
      context.save()
      context.beginPath()
      context.rect(0, 0, document.width, document.height)
      context.clip()
      // A staged result is where the mask is, which would hide it.
      const shown = staged ? layers.filter((layer) => !isMask(layer)) : layers
      paintLayers(context, shown, pending ?? undefined)
      if (staged) context.drawImage(staged.canvas, staged.at.x, staged.at.y)
      context.restore()
    })
    return () => cancelAnimationFrame(request)
  }, [canvas, layers, changes, pending, document, view, size, staged])
}

/** The wheel moves the document, and with Ctrl or Cmd zooms it at the pointer. */
function useWheel(
  place: { current: HTMLElement | null },
  view: View,
  onView: (view: View) => void,
): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      if (event.ctrlKey || event.metaKey) onView(zoomAt(view, at, 1.002 ** -event.deltaY))
      else onView({ ...view, x: view.x - event.deltaX, y: view.y - event.deltaY })
    }
    // React's own listener is passive, and could not keep the page from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [place, view, onView])
}

const inPlace = (event: PointerEvent<HTMLElement>): Point => {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

type Gesture =
  | { kind: 'stroke'; id: number; stroke: Stroke }
  | { kind: 'pan'; id: number; from: Point; view: View }
  | { kind: 'move'; id: number; from: Point; layerId: string; x: number; y: number; key: string }

type PointerOptions = {
  view: View
  onView: (view: View) => void
  tool: ReturnType<Editor['store']['getState']>['tool']
}

/**
 * One pointer paints, moves the layer or the document; two fingers zoom and move the document. A
 * touch while a pen is down is the palm, and is ignored.
 */
function usePointer(editor: Editor, { view, onView, tool }: PointerOptions) {
  const gesture = useRef<Gesture>(undefined)
  const fingers = useRef(new Map<number, Point>())
  const isPenDown = useRef(false)

  const begin = (event: PointerEvent<HTMLElement>): void => {
    const at = inPlace(event)
    const { pointerId: id } = event
    if (event.button === 1 || tool === 'hand') {
      gesture.current = { kind: 'pan', id, from: at, view }
      return
    }
    const layer = editor.activeLayer()
    if (!layer || layer.isLocked || event.button !== 0) return
    if (tool === 'move') {
      const key = `move ${event.timeStamp}`
      gesture.current = {
        kind: 'move',
        id,
        from: at,
        layerId: layer.id,
        x: layer.x,
        y: layer.y,
        key,
      }
    } else if (tool === 'brush' || tool === 'eraser') {
      const { brush } = editor.store.getState()
      const color = layer.kind === 'mask' ? maskColor : brush.color
      const stroke: Stroke = { size: brush.size, color, points: [] }
      gesture.current = { kind: 'stroke', id, stroke }
      extend(event)
    }
  }
  const extend = (event: PointerEvent<HTMLElement>): void => {
    const [now, layer] = [gesture.current, editor.activeLayer()]
    if (now?.kind !== 'stroke' || !layer) return
    const all = event.nativeEvent.getCoalescedEvents?.() ?? []
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const points = (all.length > 0 ? all : [event.nativeEvent]).map((one): BrushPoint => {
      const at = onDocument(view, { x: one.clientX - left, y: one.clientY - top })
      return {
        ...toLayer(layer, at),
        force: one.pointerType === 'pen' ? 0.5 + one.pressure / 2 : 1,
      }
    })
    const from = now.stroke.points.length
    now.stroke.points.push(...points)
    editor.showStroke(now.stroke, from)
  }
  const end = (event: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(event.pointerId)
    if (event.pointerType === 'pen') isPenDown.current = false
    const now = gesture.current
    if (now?.id !== event.pointerId) return
    gesture.current = undefined
    if (now.kind === 'stroke') editor.endStroke(now.stroke)
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
          gesture.current = undefined
          editor.cancelStroke()
          return
        }
      }
      event.currentTarget.setPointerCapture(event.pointerId)
      if (!gesture.current) begin(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (pinch(event)) return
      const now = gesture.current
      if (now?.id !== event.pointerId) return
      const at = inPlace(event)
      if (now.kind === 'pan')
        onView({
          ...now.view,
          x: now.view.x + at.x - now.from.x,
          y: now.view.y + at.y - now.from.y,
        })
      else if (now.kind === 'move') {
        const x = Math.round(now.x + (at.x - now.from.x) / view.scale)
        const y = Math.round(now.y + (at.y - now.from.y) / view.scale)
        editor.update(now.layerId, { x, y }, now.key)
      } else extend(event)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : { x, y })),
)

const leastFrame = 64

type FrameBoxProps = { editor: Editor; view: View; isActive: boolean }

/** The frame that is generated into; while it is the tool, with handles for its sides and corners. */
function FrameBox({ editor, view, isActive }: FrameBoxProps) {
  const frame = useStore(editor.store, (state) => state.frame)
  const drag = useRef<{ from: Point; frame: typeof frame; handle: Handle }>(undefined)
  const shown = inWindow(view, frame)
  const start = (event: PointerEvent<HTMLElement>, handle: Handle) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: { x: event.clientX, y: event.clientY }, frame, handle }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    event.stopPropagation()
    const { from, frame: before, handle } = drag.current
    const by = {
      x: (event.clientX - from.x) / view.scale,
      y: (event.clientY - from.y) / view.scale,
    }
    editor.choose({ frame: dragHandle(before, handle, by, leastFrame) })
  }
  const end = () => {
    drag.current = undefined
  }
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border-2 border-accent"
      style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
    >
      {(isActive ? handles : []).map((handle) => (
        <span
          key={`${handle.x} ${handle.y}`}
          onPointerDown={(event) => start(event, handle)}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          className="pointer-events-auto absolute z-10 size-4 -translate-1/2 rounded-full border-2 border-accent bg-ground pointer-coarse:size-6"
          style={{ left: `${(handle.x + 1) * 50}%`, top: `${(handle.y + 1) * 50}%` }}
        />
      ))}
      {isActive && (
        <span
          onPointerDown={(event) => start(event, { x: 0, y: 0 })}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          className="pointer-events-auto absolute inset-4 cursor-move"
        />
      )}
    </div>
  )
}
