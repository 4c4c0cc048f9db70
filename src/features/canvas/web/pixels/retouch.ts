import { blendRows } from './blend.ts'
import { maskBounds } from './mask.ts'
import { solveMembrane } from './membrane.ts'
import {
  checkInteger,
  checkMask,
  checkPixels,
  copyPixels,
  createMask,
  cropMask,
  cropPixels,
  type Mask,
  type Pixels,
  type Point,
  placePixels,
  type Rect,
} from './pixels.ts'
import { type Brush, strokeMask } from './stroke.ts'

/**
 * A stroke over the image, in pixels. `offset`: from what is painted to where it is taken from, in
 * whole pixels. `mask`: paints only so much, of the image's size.
 */
export type RetouchStroke = {
  points: readonly Point[]
  offset: Point
  brush: Brush
  mask?: Mask
}

/**
 * Returns the image with a part painted over by another (clone stamp). What is taken is from before
 * the stroke; where that is outside of the image, nothing changes. Throws RangeError as strokeMask,
 * and for an offset that is not whole or a mask of another size.
 */
export function cloneStamp(pixels: Pixels, stroke: RetouchStroke): Pixels {
  const plan = planStroke(pixels, stroke)
  const result = copyPixels(pixels)
  if (!plan) return result
  const { area, target, source, mask } = plan
  blendRows(target, source, mask, 0, mask.data.length)
  placePixels(result, target, area)
  return result
}

/**
 * Returns the image with a part painted over by the texture of another, in the colours around it
 * (healing brush): what is taken, plus the smoothest field that removes the difference at the
 * border of the stroke. Otherwise as cloneStamp.
 */
export function healingBrush(pixels: Pixels, stroke: RetouchStroke): Pixels {
  const plan = planStroke(pixels, stroke)
  const result = copyPixels(pixels)
  if (!plan) return result
  const { area, target, source, mask } = plan
  const field = new Float32Array(mask.data.length)
  for (let channel = 0; channel < 3; channel++) {
    for (let index = 0; index < field.length; index++) {
      const at = index * 4 + channel
      field[index] = mask.data[index] ? 0 : (target.data[at] ?? 0) - (source.data[at] ?? 0)
    }
    solveMembrane(field, mask.data, area)
    for (let index = 0; index < field.length; index++) {
      const at = index * 4 + channel
      if (mask.data[index]) source.data[at] = (source.data[at] ?? 0) + (field[index] ?? 0)
    }
  }
  blendRows(target, source, mask, 0, mask.data.length)
  placePixels(result, target, area)
  return result
}

/** What a stroke changes, with a pixel around it, and what it is taken from. */
type StrokePlan = { area: Rect; target: Pixels; source: Pixels; mask: Mask }

function planStroke(
  pixels: Pixels,
  { points, offset, brush, mask: allowed }: RetouchStroke,
): StrokePlan | null {
  checkPixels(pixels)
  checkInteger('offset.x', offset.x)
  checkInteger('offset.y', offset.y)
  if (allowed) checkMask(allowed, pixels)
  const stroke = strokeMask(pixels, points, brush)
  limitStroke(stroke, offset, allowed)
  const bounds = maskBounds(stroke)
  if (!bounds) return null
  const left = Math.max(0, bounds.x - 1)
  const top = Math.max(0, bounds.y - 1)
  const area = {
    x: left,
    y: top,
    width: Math.min(pixels.width, bounds.x + bounds.width + 1) - left,
    height: Math.min(pixels.height, bounds.y + bounds.height + 1) - top,
  }
  const target = cropPixels(pixels, area)
  const source = clampedCrop(pixels, { ...area, x: left + offset.x, y: top + offset.y })
  return { area, target, source, mask: cropMask(stroke, area) }
}

/** Leaves out of a stroke what is taken from outside of the image, and what a mask keeps. */
function limitStroke(stroke: Mask, offset: Point, allowed: Mask | undefined): void {
  const inside = createMask(stroke)
  inside.data.fill(255)
  const moved = cropMask(inside, { ...offset, width: stroke.width, height: stroke.height })
  for (let index = 0; index < stroke.data.length; index++) {
    const share = moved.data[index] === 0 ? 0 : allowed ? (allowed.data[index] ?? 0) / 255 : 1
    if (share < 1) stroke.data[index] = Math.round((stroke.data[index] ?? 0) * share)
  }
}

/** A part of an image, whose outermost pixels go on outside of it. */
function clampedCrop(pixels: Pixels, rect: Rect): Pixels {
  const part = cropPixels(pixels, rect)
  for (let y = 0; y < rect.height; y++)
    for (let x = 0; x < rect.width; x++) {
      const column = Math.min(pixels.width - 1, Math.max(0, rect.x + x))
      const row = Math.min(pixels.height - 1, Math.max(0, rect.y + y))
      if (column === rect.x + x && row === rect.y + y) continue
      const from = (row * pixels.width + column) * 4
      part.data.set(pixels.data.subarray(from, from + 4), (y * rect.width + x) * 4)
    }
  return part
}
