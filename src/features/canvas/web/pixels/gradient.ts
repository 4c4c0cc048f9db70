import { checkColor, type Rgba } from './color.ts'
import {
  checkPoint,
  checkRange,
  createPixels,
  type Pixels,
  type Point,
  type Size,
  wordsOf,
} from './pixels.ts'

/** A colour and its place on the way: 0 (start) to 1 (end). */
export type ColorStop = { offset: number; color: Rgba }

/**
 * `linear`: from `from` to `to`. `radial`: a circle around `from` that ends at `to`. Places are in
 * pixels, and may be outside of the image.
 */
export type Gradient = {
  shape: 'linear' | 'radial'
  from: Point
  to: Point
  stops: readonly ColorStop[]
}

/** Colours that a gradient is made of at most; more than an eye can distinguish. */
const tableSize = 4096

/**
 * Returns an image of a gradient. Before its first stop and after its last, their colours go on. As
 * in CSS, colours are mixed by their opacity, so that a transparent stop has none of its own. Two
 * stops at one place are an edge. Start and end in one place: the last colour. Throws RangeError
 * for a bad size, places that are not finite, no stops, offsets not from 0 to 1 or falling, and
 * channels not from 0 to 255.
 */
export function drawGradient(size: Size, { shape, from, to, stops }: Gradient): Pixels {
  checkPoint('from', from)
  checkPoint('to', to)
  checkStops(stops)
  const pixels = createPixels(size)
  const words = wordsOf(pixels)
  const table = colorTable(stops)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const right = x + 0.5 - from.x
      const down = y + 0.5 - from.y
      const distance =
        shape === 'radial'
          ? Math.sqrt(right * right + down * down)
          : (right * dx + down * dy) / length
      const share = length === 0 ? 1 : Math.min(1, Math.max(0, distance / length))
      words[y * size.width + x] = table[Math.round(share * (tableSize - 1))] ?? 0
    }
  return pixels
}

function checkStops(stops: readonly ColorStop[]): void {
  if (stops.length === 0) throw new RangeError('stops is empty: at least one is needed')
  let least = 0
  for (const [index, { offset, color }] of stops.entries()) {
    checkRange(`stops[${index}].offset`, offset, least, 1)
    checkColor(`stops[${index}].color`, color)
    least = offset
  }
}

function colorTable(stops: readonly ColorStop[]): Uint32Array {
  const pixels = createPixels({ width: tableSize, height: 1 })
  for (let index = 0; index < tableSize; index++)
    pixels.data.set(colorAtShare(stops, index / (tableSize - 1)), index * 4)
  return wordsOf(pixels)
}

function colorAtShare(stops: readonly ColorStop[], share: number): Rgba {
  const next = stops.findIndex(({ offset }) => offset > share)
  const before = stops[next === -1 ? stops.length - 1 : Math.max(0, next - 1)]
  const after = stops[next === -1 ? stops.length - 1 : next]
  if (!before || !after) return [0, 0, 0, 0]
  const way = after.offset - before.offset
  const part = way > 0 ? Math.max(0, share - before.offset) / way : 0
  const alpha = before.color[3] * (1 - part) + after.color[3] * part
  const mix = (channel: 0 | 1 | 2) =>
    alpha === 0
      ? 0
      : (before.color[channel] * before.color[3] * (1 - part) +
          after.color[channel] * after.color[3] * part) /
        alpha
  return [mix(0), mix(1), mix(2), alpha]
}
