import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { paintControlLayer } from '../document/control-layers.ts'
import type { Editor } from '../document/editor-store.ts'
import { isMask, paintLayers, paintReference } from '../document/layers.ts'
import type { Point, Size } from '../pixels/pixels.ts'
import { FrameBox } from './frame-tool.tsx'
import { SelectionOutline } from './selection-outline.tsx'
import { toolOf } from './tools.ts'
import { inPlace, usePointer } from './use-pointer.ts'
import { type Dropped, useDrop, useKeptFocus } from './use-stage-events.ts'
import { inWindow, type View, zoomAt } from './view.ts'

type StageProps = {
  editor: Editor
  view: View
  onView: (view: View) => void
  onSize: (size: Size) => void
  /** Something was dropped; `at`: where, on the document. */
  onDrop: (dropped: Dropped, at: Point) => void
  /** A layer that is shown above all and does not belong to the document yet. */
  staged: { canvas: HTMLCanvasElement; at: Point } | undefined
  /** What is shown over the document and its tools. */
  children?: ReactNode
}

/** The document, on which pointers paint, move and zoom. */
export function Stage({ editor, view, onView, onSize, onDrop, staged, children }: StageProps) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const tool = toolOf(useStore(editor.store, (state) => state.tool))
  const document = useStore(editor.store, (state) => state.size)
  const [pointer, setPointer] = useState<Point>()

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
  useDrop(place, view, onDrop)
  useKeptFocus(place, tool.id === 'text')
  const listeners = usePointer(editor, { view, onView, tool })
  const shown = inWindow(view, { x: 0, y: 0, ...document })
  return (
    <div
      ref={place}
      data-tour="stage"
      className={`relative min-h-0 flex-1 touch-none overflow-hidden bg-stage select-none ${tool.cursor}`}
      {...listeners}
      onPointerMove={(event) => {
        setPointer(inPlace(event))
        listeners.onPointerMove(event)
      }}
      onPointerLeave={() => setPointer(undefined)}
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
      <SelectionOutline editor={editor} view={view} size={size} />
      <FrameBox editor={editor} view={view} isActive={tool.id === 'frame'} />
      {tool.Overlay && <tool.Overlay {...{ editor, view, pointer }} />}
      {children}
    </div>
  )
}

const text = ({ width, height }: Size) => ({ width: `${width}`, height: `${height}` })

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
  const activeId = useStore(editor.store, (state) => state.activeId)
  const preview = useStore(editor.store, (state) => state.preview)
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
      const adjusted = shown.map((layer) =>
        layer.id === preview?.layerId ? { ...layer, raster: preview.raster } : layer,
      )
      paintLayers(context, adjusted, pending ?? undefined)
      paintReference(context, layers, activeId)
      if (!staged) paintControlLayer(context, layers, { activeId, size: document, pending })
      context.restore()
      // It may reach beyond the document, which grows by accepting it.
      if (staged) context.drawImage(staged.canvas, staged.at.x, staged.at.y)
    })
    return () => cancelAnimationFrame(request)
  }, [canvas, layers, activeId, changes, pending, preview, document, view, size, staged])
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
