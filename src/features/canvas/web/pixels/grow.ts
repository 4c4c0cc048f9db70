import { invertMask, maskBounds } from './mask.ts'
import {
  checkMask,
  checkRange,
  createMask,
  intersectRects,
  type Mask,
  maxSide,
  type Rect,
} from './pixels.ts'

/** From this value on, a pixel belongs to the shape that grows and shrinks. */
const inside = 128

/**
 * Returns a mask with all pixels set whose distance to a pixel of 128 or more is at most `radius`
 * pixels, centre to centre: a round brush, exactly. Softer pixels stay as they are. Takes time in
 * proportion to the pixels, whatever the radius. Throws RangeError for a radius below 0, above
 * 16,384 or not a number, and for a bad size.
 */
export function growMask(mask: Mask, radius: number): Mask {
  const result = copyMask(mask)
  forEachNearRow(mask, radius, (start, distances) => {
    const limit = radius * radius
    for (let x = 0; x < distances.length; x++)
      if ((distances[x] ?? 0) <= limit) result.data[start + x] = 255
  })
  return result
}

/**
 * Returns a mask with all pixels cleared whose distance to a pixel below 128 is at most `radius`
 * pixels. What touches the border of the image does not shrink from there. Throws as growMask.
 */
export function shrinkMask(mask: Mask, radius: number): Mask {
  return invertMask(growMask(invertMask(mask), radius))
}

export function copyMask(mask: Mask): Mask {
  checkMask(mask)
  const copy = createMask(mask)
  copy.data.set(mask.data)
  return copy
}

/**
 * Calls back for each row that is within `radius` of the shape, with the index of its first pixel
 * in the mask and the squared distances of its pixels to the shape. Those within the radius are
 * exact, all others larger than its square. The array is used again for the next row.
 *
 * Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in
 * linear time" (2000).
 */
export function forEachNearRow(
  mask: Mask,
  radius: number,
  onRow: (start: number, distances: Float64Array) => void,
): void {
  checkRange('radius', radius, 0, maxSide)
  const bounds = maskBounds(mask, inside)
  if (!bounds) return
  const reach = Math.floor(radius)
  const area = intersectRects(
    {
      x: bounds.x - reach,
      y: bounds.y - reach,
      width: bounds.width + 2 * reach,
      height: bounds.height + 2 * reach,
    },
    { x: 0, y: 0, width: mask.width, height: mask.height },
  )
  if (!area) return
  const columns = columnDistances(mask, area)
  const distances = new Float64Array(area.width)
  const envelope = {
    sites: new Int32Array(area.width),
    starts: new Int32Array(area.width),
  }
  for (let y = 0; y < area.height; y++) {
    const row = columns.subarray(y * area.width, (y + 1) * area.width)
    if (lowerEnvelope(row, reach, envelope, distances))
      onRow((area.y + y) * mask.width + area.x, distances)
  }
}

/** The distance of each pixel to the shape within its column. */
function columnDistances(mask: Mask, { x: left, y: top, width, height }: Rect): Uint16Array {
  const columns = new Uint16Array(width * height)
  // Further than anything in the area; fits, as both sides are at most 16,384.
  const far = width + height
  for (let y = 0; y < height; y++) {
    const source = (top + y) * mask.width + left
    const row = y * width
    for (let x = 0; x < width; x++) {
      const above = y === 0 ? far : (columns[row - width + x] ?? 0)
      const isSet = (mask.data[source + x] ?? 0) >= inside
      columns[row + x] = isSet ? 0 : Math.min(far, above + 1)
    }
  }
  for (let y = height - 2; y >= 0; y--) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      const below = (columns[row + width + x] ?? 0) + 1
      if (below < (columns[row + x] ?? 0)) columns[row + x] = below
    }
  }
  return columns
}

type Envelope = { sites: Int32Array; starts: Int32Array }

/**
 * The squared distances of a row: the lowest of the parabolas over its columns. Returns `false`
 * where no column comes within reach.
 */
function lowerEnvelope(
  column: Uint16Array,
  reach: number,
  { sites, starts }: Envelope,
  distances: Float64Array,
): boolean {
  const width = column.length
  let last = -1
  for (let site = 0; site < width; site++) {
    const depth = column[site] ?? 0
    // Never the nearest within reach, so it may be left out.
    if (depth > reach) continue
    let start = 0
    while (last >= 0) {
      const other = sites[last] ?? 0
      const otherDepth = column[other] ?? 0
      const rise = site * site - other * other + depth * depth - otherDepth * otherDepth
      start = Math.max(0, Math.floor(rise / (2 * (site - other))) + 1)
      if (start > (starts[last] ?? 0)) break
      last--
      start = 0
    }
    if (start >= width) continue
    last++
    sites[last] = site
    starts[last] = start
  }
  if (last < 0) return false
  for (let x = width - 1; x >= 0; x--) {
    const site = sites[last] ?? 0
    const depth = column[site] ?? 0
    distances[x] = (x - site) * (x - site) + depth * depth
    if (x === starts[last] && last > 0) last--
  }
  return true
}
