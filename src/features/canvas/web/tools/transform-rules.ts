import {
  type Box,
  degreesOf,
  limited,
  matrixOf,
  movePoint,
  multiply,
  type Transform,
} from '../document/transform.ts'
import type { Point } from '../pixels/pixels.ts'
import type { Handle } from './view.ts'

/** Returns the place of a handle on a box: a corner, the middle of a side, or its middle. */
export function handlePlace({ x, y, width, height }: Box, handle: Handle): Point {
  return { x: x + ((handle.x + 1) / 2) * width, y: y + ((handle.y + 1) / 2) * height }
}

/** A handle that is dragged; `by`: how far, in pixels of what the layer is in. */
export type HandleDrag = { handle: Handle; by: Point; keepsRatio: boolean }

/**
 * Returns the transform after a handle of the layer's box was dragged: the opposite side or corner
 * stays where it is, and the box keeps at least a pixel a side. Dragged beyond it, the layer is
 * mirrored, unless it keeps its ratio.
 */
export function scaleByHandle(
  before: Transform,
  box: Box,
  { handle, by, keepsRatio }: HandleDrag,
): Transform {
  const fixed = handlePlace(box, { x: opposite(handle.x), y: opposite(handle.y) })
  // Along the layer's own sides, before it is turned.
  const along = movePoint(matrixOf({ ...upright, rotation: -before.rotation }), by)
  const x = { scale: before.scaleX, side: handle.x * box.width, by: along.x }
  const y = { scale: before.scaleY, side: handle.y * box.height, by: along.y }
  const factor = keepsRatio && handle.x !== 0 && handle.y !== 0 ? commonFactor(x, y) : undefined
  const scaled = limited({
    ...before,
    scaleX: factor === undefined ? dragged(x) : before.scaleX * factor,
    scaleY: factor === undefined ? dragged(y) : before.scaleY * factor,
  })
  return withPlace(scaled, fixed, movePoint(matrixOf(before), fixed))
}

const upright: Transform = { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: 0 }

const opposite = (side: Handle['x']): Handle['x'] => (side === 0 ? 0 : side > 0 ? -1 : 1)

/** One axis of a drag; `side`: from the fixed to the dragged side, in pixels of the layer. */
type Axis = { scale: number; side: number; by: number }

function dragged({ scale, side, by }: Axis): number {
  if (side === 0) return scale
  const next = scale + by / side
  const least = 1 / Math.abs(side)
  return Math.abs(next) < least ? least * Math.sign(next || scale || 1) : next
}

/** The factor for both axes: how far the pointer is along the diagonal. */
function commonFactor(x: Axis, y: Axis): number {
  const [width, height] = [x.scale * x.side, y.scale * y.side]
  const diagonal = width * width + height * height
  if (diagonal === 0) return 1
  const factor = 1 + (x.by * width + y.by * height) / diagonal
  return Math.max(factor, 1 / Math.max(1, Math.min(Math.abs(width), Math.abs(height)) || 1))
}

/** Returns the transform moved so that a place of the layer is at one of what the layer is in. */
function withPlace(transform: Transform, local: Point, wanted: Point): Transform {
  const now = movePoint(matrixOf(transform), local)
  return limited({
    ...transform,
    x: transform.x + wanted.x - now.x,
    y: transform.y + wanted.y - now.y,
  })
}

/** Returns the transform with other sides or another angle, around the middle of the layer's box. */
export function changeAround(
  before: Transform,
  box: Box,
  change: Partial<Pick<Transform, 'scaleX' | 'scaleY' | 'rotation'>>,
): Transform {
  const middle = handlePlace(box, { x: 0, y: 0 })
  return withPlace({ ...before, ...change }, middle, movePoint(matrixOf(before), middle))
}

/** The steps of an angle while Shift is held, in degrees. */
const angleStep = 15

/** Returns the transform turned as a pointer moves around the middle of the box, from `from` to `to`. */
export function rotateByPointer(
  before: Transform,
  box: Box,
  { from, to, inSteps }: { from: Point; to: Point; inSteps: boolean },
): Transform {
  const middle = movePoint(matrixOf(before), handlePlace(box, { x: 0, y: 0 }))
  const angle = (at: Point) => degreesOf(Math.atan2(at.y - middle.y, at.x - middle.x))
  const turned = before.rotation + angle(to) - angle(from)
  const rotation = inSteps
    ? Math.round(turned / angleStep) * angleStep
    : Math.round(turned * 10) / 10
  return changeAround(before, box, { rotation })
}

/** Returns the transform mirrored as it is seen, around the middle of the box. */
export function flip(before: Transform, box: Box, axis: 'horizontal' | 'vertical'): Transform {
  const { scaleX, scaleY, rotation } = before
  const mirrored = axis === 'horizontal' ? { scaleX: -scaleX } : { scaleY: -scaleY }
  return onWholePixels(changeAround(before, box, { ...mirrored, rotation: -rotation }))
}

/** Returns the transform turned by a quarter to the right. */
export function rotateQuarter(before: Transform, box: Box): Transform {
  return onWholePixels(changeAround(before, box, { rotation: before.rotation + 90 }))
}

/** Returns the transform at its own size and upright, with the middle where it was. */
export function resetTransform(before: Transform, box: Box): Transform {
  return onWholePixels(changeAround(before, box, { scaleX: 1, scaleY: 1, rotation: 0 }))
}

/** Pixels that are not scaled stay sharp only at whole places. */
const onWholePixels = (transform: Transform): Transform => ({
  ...transform,
  x: Math.round(transform.x),
  y: Math.round(transform.y),
})

/** Returns the matrix of a view after one of the document: from pixels of a layer to the window. */
export function inWindowMatrix(
  view: { scale: number; x: number; y: number },
  matrix: Parameters<typeof multiply>[1],
) {
  return multiply([view.scale, 0, 0, view.scale, view.x, view.y], matrix)
}
