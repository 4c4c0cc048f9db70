import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Bandage, Crosshair, Stamp } from '../controls/editor-icons.ts'
import type { Stroke } from '../document/brush.ts'
import type { Editor, RetouchTool } from '../document/editor-store.ts'
import { documentMatrix, placeInLayer } from '../document/layer-tree.ts'
import { canPaint } from '../document/layers.ts'
import { endRetouch, type Retouch, RetouchTooLarge, showRetouch } from '../document/retouch.ts'
import { scaleOf } from '../document/transform.ts'
import type { Point } from '../pixels/pixels.ts'
import { BrushCircle, BrushSize } from './brush-tool.tsx'
import type { CanvasTool, Gesture, OverlayProps, PointerStart } from './tool.ts'

const shared = { cursor: 'cursor-none', Options: RetouchOptions, Overlay: RetouchOverlay }

export const stampTool: CanvasTool = {
  ...{ id: 'stamp', key: 'S', icon: Stamp, label: m.canvas_stamp, ...shared },
  begin: (start) => beginRetouch(start, 'stamp'),
}

export const healTool: CanvasTool = {
  ...{ id: 'heal', key: 'J', icon: Bandage, label: m.canvas_heal, ...shared },
  begin: (start) => beginRetouch(start, 'heal'),
}

/** With Alt, sets where it is taken from; later strokes keep the distance of the first. */
function beginRetouch({ editor, at, keys }: PointerStart, tool: RetouchTool): Gesture | undefined {
  const { retouch, brush, layers } = editor.store.getState()
  const { source, isChoosing } = retouch
  if (keys.alt || isChoosing) {
    editor.setRetouch({ source: { x: at.x, y: at.y }, offset: null, isChoosing: false })
    return
  }
  const layer = editor.activeLayer()
  if (!layer || !canPaint(layers, layer)) return
  if (!source) {
    toast(m.canvas_source_first())
    return
  }
  const offset = retouch.offset ?? {
    x: Math.round(source.x - at.x),
    y: Math.round(source.y - at.y),
  }
  editor.setRetouch({ offset })
  const size = brush.size / (scaleOf(documentMatrix(layers, layer)) || 1)
  const stroke: Stroke = { size, color: 'black', points: [] }
  const onLayer = (point: Point) => placeInLayer(layers, layer, point)
  const [to, from] = [onLayer(at), onLayer({ x: at.x + offset.x, y: at.y + offset.y })]
  const distance = { x: Math.round(from.x - to.x), y: Math.round(from.y - to.y) }
  const work: Retouch = { stroke, offset: distance }
  const move: Gesture['move'] = (points) => {
    const drawn = stroke.points.length
    stroke.points.push(...points.map((point) => ({ ...onLayer(point), force: 1 })))
    showRetouch(editor, work, drawn)
  }
  move([at], keys)
  return { move, end: () => finish(editor, tool, work), cancel: editor.cancelStroke }
}

function finish(editor: Editor, tool: RetouchTool, work: Retouch): void {
  try {
    endRetouch(editor, tool, work)
  } catch (error) {
    const isTooLarge = error instanceof RetouchTooLarge
    toast(isTooLarge ? m.canvas_source_too_far() : m.canvas_no_memory(), { tone: 'bad' })
  }
}

function RetouchOptions({ editor }: { editor: Editor }) {
  const { isChoosing } = useStore(editor.store, (state) => state.retouch)
  return (
    <>
      <BrushSize editor={editor} />
      <Button
        size="small"
        icon={Crosshair}
        aria-pressed={isChoosing}
        onClick={() => editor.setRetouch({ isChoosing: !isChoosing })}
        className="aria-pressed:bg-pressed aria-pressed:text-text"
      >
        {m.canvas_set_source()}
      </Button>
    </>
  )
}

/** The brush, and a cross where it is taken from. */
function RetouchOverlay(props: OverlayProps) {
  const { editor, view, pointer } = props
  const { source, offset } = useStore(editor.store, (state) => state.retouch)
  const shown =
    offset && pointer
      ? { x: pointer.x + offset.x * view.scale, y: pointer.y + offset.y * view.scale }
      : source && { x: source.x * view.scale + view.x, y: source.y * view.scale + view.y }
  return (
    <>
      <BrushCircle {...props} />
      {shown && (
        <svg
          aria-hidden="true"
          className="pointer-events-none absolute -translate-1/2"
          style={{ left: shown.x, top: shown.y }}
          width={20}
          height={20}
        >
          <path d="M10 1v18M1 10h18" stroke="black" strokeWidth={3} />
          <path d="M10 1v18M1 10h18" stroke="white" strokeWidth={1} />
        </svg>
      )}
    </>
  )
}
