import type { PointerEvent } from 'react'
import { useStore } from 'zustand'
import type { Editor } from '../document/editor-store.ts'
import { boundsOf } from '../document/layer-bounds.ts'
import { documentMatrix, groupMatrix, isLockedIn } from '../document/layer-tree.ts'
import type { Layer } from '../document/layers.ts'
import {
  type Box,
  cornersOf,
  identity,
  invert,
  type Matrix,
  movePoint,
  type Transform,
} from '../document/transform.ts'
import type { Point } from '../pixels/pixels.ts'
import { handlePlace, inWindowMatrix, rotateByPointer, scaleByHandle } from './transform-rules.ts'
import { useDrag } from './use-drag.ts'
import type { Handle, View } from './view.ts'

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : { x, y })),
)

/** How far the handle that turns is above the box, in CSS pixels. */
const turnDistance = 32

type TransformBoxProps = { editor: Editor; view: View }

/** The box of the active layer: eight handles scale it, one above turns it. */
export function TransformBox({ editor, view }: TransformBoxProps) {
  const { layers, activeId } = useStore(editor.store)
  const layer = layers.find(({ id }) => id === activeId)
  const box = layer && boundsOf(layers, layer)
  if (!layer || !box || isLockedIn(layers, layer)) return null
  return <BoxHandles {...{ editor, view, layers, layer, box }} />
}

type BoxHandlesProps = TransformBoxProps & { layers: readonly Layer[]; layer: Layer; box: Box }

/** What a drag began with: nothing of it changes while the layer does. */
type Drag = { handle: Handle | 'turn'; from: Point; before: Transform; box: Box; key: string }

function BoxHandles({ editor, view, layers, layer, box }: BoxHandlesProps) {
  const matrix = inWindowMatrix(view, documentMatrix(layers, layer))
  const toGroup = invert(inWindowMatrix(view, groupMatrix(layers, layer))) ?? identity
  const placeOf = (event: PointerEvent<HTMLElement>): Point => {
    const stage = event.currentTarget.offsetParent?.getBoundingClientRect()
    const at = { x: event.clientX - (stage?.left ?? 0), y: event.clientY - (stage?.top ?? 0) }
    return movePoint(toGroup, at)
  }
  const drag = useDrag<Drag>((event, start) => {
    const after = transformAfter(start, placeOf(event), event.shiftKey)
    const { x, y, scaleX, scaleY, rotation } = after
    editor.update(layer.id, { x, y, scaleX, scaleY, rotation }, start.key)
  })
  const begin = (event: PointerEvent<HTMLElement>, handle: Drag['handle']) => {
    const key = `transform ${crypto.randomUUID()}`
    drag.begin(event, { handle, from: placeOf(event), before: layer, box, key })
  }
  const corners = cornersOf(matrix, box)
  const turn = turnPlace(matrix, box)
  const top = movePoint(matrix, handlePlace(box, { x: 0, y: -1 }))
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <svg className="absolute size-full overflow-visible" fill="none">
        <title>{layer.name}</title>
        <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} className={line} />
        <line x1={top.x} y1={top.y} x2={turn.x} y2={turn.y} className={line} />
      </svg>
      {handles
        .filter((handle) => isUseful({ box, matrix, handle }))
        .map((handle) => {
          const at = movePoint(matrix, handlePlace(box, handle))
          return (
            <span
              key={`${handle.x} ${handle.y}`}
              data-handle={`${handle.x} ${handle.y}`}
              onPointerDown={(event) => begin(event, handle)}
              {...drag.listeners}
              className={`${dot} rounded-sm`}
              style={{ left: at.x, top: at.y, cursor: cursorOf(handle, matrix) }}
            />
          )
        })}
      <span
        data-handle="turn"
        onPointerDown={(event) => begin(event, 'turn')}
        {...drag.listeners}
        className={`${dot} cursor-grab rounded-full`}
        style={{ left: turn.x, top: turn.y }}
      />
    </div>
  )
}

const line = 'stroke-accent stroke-2'
/** The mark is small; what reacts is as large as a finger needs. */
const dot =
  'pointer-events-auto absolute z-10 size-3.5 -translate-1/2 touch-none border-2 border-accent bg-ground before:absolute before:-inset-2 pointer-coarse:size-5 pointer-coarse:before:-inset-3.5'

/** A side that is shorter has no handle between those of its corners, in CSS pixels. */
const leastSide = 64

type ShownHandle = { box: Box; matrix: Matrix; handle: Handle }

/** Whether a handle changes something, and is far enough from the next one. */
function isUseful({ box, matrix: [a, b, c, d], handle: { x, y } }: ShownHandle): boolean {
  const { width, height } = box
  // A line has no sides to drag.
  if (width === 0 || height === 0) return width === 0 ? x === 0 && y !== 0 : y === 0 && x !== 0
  if (x !== 0 && y !== 0) return true
  return (x === 0 ? width * Math.hypot(a, b) : height * Math.hypot(c, d)) >= leastSide
}

function transformAfter({ handle, from, before, box }: Drag, to: Point, shift: boolean): Transform {
  if (handle === 'turn') return rotateByPointer(before, box, { from, to, inSteps: shift })
  const by = { x: to.x - from.x, y: to.y - from.y }
  return scaleByHandle(before, box, { handle, by, keepsRatio: !shift })
}

/** Above the upper side of the box, away from its middle. */
function turnPlace(matrix: Matrix, box: Box): Point {
  const middle = movePoint(matrix, handlePlace(box, { x: 0, y: 0 }))
  const top = movePoint(matrix, handlePlace(box, { x: 0, y: -1 }))
  const [dx, dy] = [top.x - middle.x, top.y - middle.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return { x: top.x, y: top.y - turnDistance }
  const further = turnDistance / length
  return { x: top.x + dx * further, y: top.y + dy * further }
}

/** The arrows of the pointer over a handle, along the way that it goes on the screen. */
function cursorOf({ x, y }: Handle, [a, b, c, d]: Matrix): string {
  const angle = Math.atan2(b * x + d * y, a * x + c * y)
  const eighth = ((Math.round((angle * 4) / Math.PI) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'move'
}
