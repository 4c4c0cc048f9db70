import { featherMask } from '../pixels/feather.ts'
import { growMask, shrinkMask } from '../pixels/grow.ts'
import { combineMasks, invertMask, maskBounds } from '../pixels/mask.ts'
import {
  cropMask,
  intersectRects,
  type Mask,
  type Point,
  type Rect,
  type Size,
} from '../pixels/pixels.ts'
import { selectPolygon } from '../pixels/selection.ts'

/** What is selected: a mask of the size of its bounds, which are in pixels of the document. */
export type Selection = { bounds: Rect; mask: Mask }

export type SelectionOperation = 'replace' | 'add' | 'subtract' | 'intersect'

/** What a new selection does to the one before: Shift adds, Alt subtracts, both keep what is in both. */
export function operationOf({ shift, alt }: { shift: boolean; alt: boolean }): SelectionOperation {
  if (shift && alt) return 'intersect'
  if (shift) return 'add'
  return alt ? 'subtract' : 'replace'
}

/** What a new selection does to the one before: what held keys say, without any what was chosen. */
export function chosenOperation(
  keys: Parameters<typeof operationOf>[0],
  chosen: SelectionOperation,
): SelectionOperation {
  const held = operationOf(keys)
  return held === 'replace' ? chosen : held
}

/** Returns the selection of a mask whose corner is at a place of the document; `null` for nothing. */
export function selectionOf(mask: Mask, at: Point): Selection | null {
  const found = maskBounds(mask)
  if (!found) return null
  const isWhole = found.width === mask.width && found.height === mask.height
  return {
    bounds: { ...found, x: found.x + at.x, y: found.y + at.y },
    mask: isWhole ? mask : cropMask(mask, found),
  }
}

/** Returns the mask of a part of the document; nothing is selected outside of the bounds. */
export function maskIn({ bounds, mask }: Selection, rect: Rect): Mask {
  return cropMask(mask, { ...rect, x: rect.x - bounds.x, y: rect.y - bounds.y })
}

/** Returns what is selected after another selection, which may be empty, was made. */
export function combineSelections(
  before: Selection | null,
  next: Selection | null,
  operation: SelectionOperation,
): Selection | null {
  if (operation === 'replace') return next
  if (operation === 'intersect') {
    const both = before && next && intersectRects(before.bounds, next.bounds)
    if (!both) return null
    return selectionOf(combineMasks(maskIn(before, both), maskIn(next, both), 'intersect'), both)
  }
  if (!next) return before
  if (!before) return operation === 'add' ? next : null
  const rect = operation === 'add' ? unionOf(before.bounds, next.bounds) : before.bounds
  const kind = operation === 'add' ? 'union' : 'subtract'
  return selectionOf(combineMasks(maskIn(before, rect), maskIn(next, rect), kind), rect)
}

/** Returns the selection of the whole document. */
export function selectAll(size: Size): Selection {
  const { width, height } = size
  const data = new Uint8Array(width * height).fill(255)
  return { bounds: { x: 0, y: 0, width, height }, mask: { width, height, data } }
}

/** Returns what is not selected; of nothing all. */
export function invertSelection(selection: Selection | null, size: Size): Selection | null {
  if (!selection) return selectAll(size)
  const whole = { x: 0, y: 0, ...size }
  return selectionOf(invertMask(maskIn(selection, whole)), whole)
}

/**
 * Returns the selection with its edge moved outwards by `by` pixels, or inwards where it is negative.
 * At the edge of the document it does not shrink.
 */
export function growSelection(selection: Selection, by: number, size: Size): Selection | null {
  const around = widened(selection.bounds, Math.max(1, by), size)
  if (!around) return null
  const mask = maskIn(selection, around)
  return selectionOf(by < 0 ? shrinkMask(mask, -by) : growMask(mask, by), around)
}

/** Returns the selection with a soft edge of `width` pixels, half of it on each side. */
export function featherSelection(
  selection: Selection,
  width: number,
  size: Size,
): Selection | null {
  const around = widened(selection.bounds, Math.ceil(width / 2) + 1, size)
  return around && selectionOf(featherMask(maskIn(selection, around), width, 'both'), around)
}

/** Returns the selection of what a line encloses on the document. */
export function selectLine(points: readonly Point[], size: Size): Selection | null {
  if (points.length < 3) return null
  const left = Math.floor(Math.min(...points.map(({ x }) => x)))
  const top = Math.floor(Math.min(...points.map(({ y }) => y)))
  const right = Math.ceil(Math.max(...points.map(({ x }) => x)))
  const bottom = Math.ceil(Math.max(...points.map(({ y }) => y)))
  const around = { x: left, y: top, width: right - left, height: bottom - top }
  const rect = intersectRects(around, { x: 0, y: 0, ...size })
  if (!rect) return null
  const moved = points.map(({ x, y }) => ({ x: x - rect.x, y: y - rect.y }))
  return selectionOf(selectPolygon(rect, moved), rect)
}

/** The corners of the rectangle between two places, of whole pixels. */
export function rectangleBetween(from: Point, to: Point): Point[] {
  const [left, right] = [Math.round(Math.min(from.x, to.x)), Math.round(Math.max(from.x, to.x))]
  const [top, bottom] = [Math.round(Math.min(from.y, to.y)), Math.round(Math.max(from.y, to.y))]
  if (left === right || top === bottom) return []
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

/** The rectangle with a margin, as far as it is on the document. */
function widened({ x, y, width, height }: Rect, by: number, size: Size): Rect | null {
  const wide = { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
  return intersectRects(wide, { x: 0, y: 0, ...size })
}

/** The smallest rectangle around two. */
export function unionOf(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    ...{ x, y, width: Math.max(a.x + a.width, b.x + b.width) - x },
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
