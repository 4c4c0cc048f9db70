import { fitSize, type ModelSizes } from './model-sizes.ts'
import type { Point, Rect, Size } from './pixels.ts'
import { checkInteger, checkRange, checkRect, checkSize, maxSide } from './pixels.ts'

/**
 * What is to be generated on a document.
 *
 * - `frame`: the part of the document that is worked on; may reach outside of it.
 * - `maskBounds`: what changes, with all that its edge grows and feathers; without it, the frame.
 * - `padding`: pixels around what changes that the model sees as well.
 * - `outside`: `avoid` moves and cuts the context so that it stays within the document as far as
 *   possible; `extend` keeps what changes in the middle, with transparent pixels outside.
 */
export type FrameRequest = {
  document: Size
  frame: Rect
  maskBounds?: Rect | null
  padding: number
  outside: 'avoid' | 'extend'
  sizes: ModelSizes
}

/**
 * What is sent: the part of the document, and the size it is scaled to. What of it is outside of
 * the document is transparent.
 */
export type FramePlan = { crop: Rect; size: Size; reachesOutside: boolean }

/**
 * Returns which part of a document a model is sent, and at which size: the frame and what changes
 * with its padding, widened to a size that the model takes. The ratio of both is the same to less
 * than a pixel of the document. Throws RangeError for bad sizes, a padding below 0 or above 16,384,
 * and for sizes that no image can have.
 */
export function planFrame(request: FrameRequest): FramePlan {
  const { document, frame, maskBounds, padding, outside, sizes } = request
  checkSize(document, 'document')
  checkRect(frame, 'frame')
  if (maskBounds) checkRect(maskBounds, 'maskBounds')
  checkInteger('padding', padding)
  checkRange('padding', padding, 0, maxSide)
  const needed = neededRect(request)
  const size = fitSize(needed, sizes)
  const crop = placeCrop(cropSize(needed, size, sizes.multipleOf ?? 1), needed, document, outside)
  checkRect(crop, 'crop')
  const reachesOutside = !contains({ x: 0, y: 0, ...document }, crop)
  return { crop, size, reachesOutside }
}

/** Returns where a place of the document is on what is sent. */
export function pointToModel({ crop, size }: FramePlan, { x, y }: Point): Point {
  return {
    x: ((x - crop.x) * size.width) / crop.width,
    y: ((y - crop.y) * size.height) / crop.height,
  }
}

/** Returns where a place of what came back is on the document. */
export function pointToDocument({ crop, size }: FramePlan, { x, y }: Point): Point {
  return {
    x: crop.x + (x * crop.width) / size.width,
    y: crop.y + (y * crop.height) / size.height,
  }
}

/** Returns the smallest rectangle of whole pixels around two. */
export function joinRects(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

function contains(outer: Rect, inner: Rect): boolean {
  const joined = joinRects(outer, inner)
  return joined.width === outer.width && joined.height === outer.height
}

function neededRect({ document, frame, maskBounds, padding, outside }: FrameRequest): Rect {
  const changed = maskBounds ?? frame
  const padded = {
    x: changed.x - padding,
    y: changed.y - padding,
    width: changed.width + 2 * padding,
    height: changed.height + 2 * padding,
  }
  if (outside === 'extend') return joinRects(frame, padded)
  const left = Math.max(0, padded.x)
  const top = Math.max(0, padded.y)
  const right = Math.min(document.width, padded.x + padded.width)
  const bottom = Math.min(document.height, padded.y + padded.height)
  const must = joinRects(frame, changed)
  if (right <= left || bottom <= top) return must
  return joinRects(must, { x: left, y: top, width: right - left, height: bottom - top })
}

/** The size of the crop: that of the needed part, widened on one side to the ratio of `size`. */
function cropSize(needed: Size, size: Size, multipleOf: number): Size {
  const more = { width: size.width - needed.width, height: size.height - needed.height }
  const isNearly = (side: number) => side >= 0 && side < multipleOf
  // A few pixels more, not scaled, are sharper than the exact part scaled by a little.
  if (isNearly(more.width) && isNearly(more.height)) return size
  const isWide = needed.width * size.height >= needed.height * size.width
  return isWide
    ? { width: needed.width, height: Math.ceil((needed.width * size.height) / size.width) }
    : { width: Math.ceil((needed.height * size.width) / size.height), height: needed.height }
}

function placeCrop(
  crop: Size,
  needed: Rect,
  document: Size,
  outside: FrameRequest['outside'],
): Rect {
  const place = (start: number, length: number, cropLength: number, limit: number) => {
    const middle = start - Math.floor((cropLength - length) / 2)
    if (outside === 'extend') return middle
    const slack = limit - cropLength
    const wanted =
      slack >= 0 ? Math.min(slack, Math.max(0, middle)) : Math.min(0, Math.max(slack, middle))
    return Math.min(start, Math.max(start + length - cropLength, wanted))
  }
  return {
    x: place(needed.x, needed.width, crop.width, document.width),
    y: place(needed.y, needed.height, crop.height, document.height),
    ...crop,
  }
}
