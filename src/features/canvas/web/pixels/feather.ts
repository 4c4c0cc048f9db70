import { boxBlur, boxRadiiForReach } from './box-blur.ts'
import { forEachNearRow, shrinkMask } from './grow.ts'
import { invertMask, maskBounds } from './mask.ts'
import {
  checkInteger,
  checkMask,
  checkRange,
  createMask,
  intersectRects,
  type Mask,
  type Rect,
} from './pixels.ts'

/** Where the edge of a mask becomes soft: outside of it, inside of it, or half on each side. */
export type FeatherDirection = 'out' | 'in' | 'both'

/** The widest feather, in pixels. */
export const maxFeather = 1024

/**
 * Returns a mask with a soft edge, near to a Gaussian one. `width`: whole pixels, 0 to 1024.
 *
 * - `out`: what was set stays; what is further than `width` from a pixel of 128 or more stays 0,
 *   exactly.
 * - `in`: nothing changes outside of the mask, nothing deeper in it than `width`.
 * - `both`: half of each; nothing changes further away than half of `width`, rounded up.
 *
 * Throws RangeError for another width, and for a bad size.
 */
export function featherMask(mask: Mask, width: number, direction: FeatherDirection): Mask {
  checkMask(mask)
  checkInteger('width', width)
  checkRange('width', width, 0, maxFeather)
  if (direction === 'in') return invertMask(featherOut(invertMask(mask), width))
  return featherOut(direction === 'both' ? shrinkMask(mask, Math.floor(width / 2)) : mask, width)
}

function featherOut(mask: Mask, width: number): Mask {
  const result = createMask(mask)
  result.data.set(mask.data)
  const area = width > 0 ? reachedArea(mask, width) : null
  if (!area) return result
  // The blur reaches over a half of the way, so that its middle is where the shape has grown to.
  const reach = Math.ceil(width / 2)
  const { grown, isNear } = growInto(mask, area, { grow: width - reach, reach: width })
  boxBlur({ ...area, channels: 1, data: grown }, boxRadiiForReach(reach))
  for (let y = 0; y < area.height; y++) {
    const start = (area.y + y) * mask.width + area.x
    for (let x = 0; x < area.width; x++) {
      const at = y * area.width + x
      if (!isNear[at]) continue
      const soft = Math.round((grown[at] ?? 0) / 257)
      if (soft > (result.data[start + x] ?? 0)) result.data[start + x] = soft
    }
  }
  return result
}

/** The part of the mask that a feather can change. */
function reachedArea(mask: Mask, width: number): Rect | null {
  const bounds = maskBounds(mask)
  if (!bounds) return null
  const size = { width: bounds.width + 2 * width, height: bounds.height + 2 * width }
  const reached = { x: bounds.x - width, y: bounds.y - width, ...size }
  return intersectRects(reached, { x: 0, y: 0, width: mask.width, height: mask.height })
}

/** In one run over the distances: the grown shape in 16 bits, and what the feather may change. */
function growInto(mask: Mask, area: Rect, { grow, reach }: { grow: number; reach: number }) {
  const grown = new Uint16Array(area.width * area.height)
  const isNear = new Uint8Array(area.width * area.height)
  for (let y = 0; y < area.height; y++) {
    const start = (area.y + y) * mask.width + area.x
    for (let x = 0; x < area.width; x++)
      grown[y * area.width + x] = (mask.data[start + x] ?? 0) * 257
  }
  forEachNearRow(mask, reach, (start, distances) => {
    const row = Math.floor(start / mask.width) - area.y
    const at = row * area.width + (start % mask.width) - area.x
    for (let x = 0; x < distances.length; x++) {
      const distance = distances[x] ?? 0
      if (distance <= reach * reach) isNear[at + x] = 1
      if (distance <= grow * grow) grown[at + x] = 65_535
    }
  })
  return { grown, isNear }
}
