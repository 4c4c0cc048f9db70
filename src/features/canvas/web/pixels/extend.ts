import {
  checkInteger,
  checkPixels,
  checkRange,
  createPixels,
  maxSide,
  type Pixels,
  wordsOf,
} from './pixels.ts'

/** Whole pixels that an image gets on each side, 0 to 16,384. */
export type Margins = { left: number; top: number; right: number; bottom: number }

/**
 * Returns a larger image. `clamp`: its outermost pixels go on; `mirror`: it is mirrored at its
 * edges, again and again. Throws RangeError for a bad size, before or after, and for margins out of
 * range.
 */
export function extendEdges(pixels: Pixels, margins: Margins, mode: 'clamp' | 'mirror'): Pixels {
  checkPixels(pixels)
  const { left, top, right, bottom } = margins
  for (const [side, margin] of Object.entries({ left, top, right, bottom })) {
    checkInteger(side, margin)
    checkRange(side, margin, 0, maxSide)
  }
  const { width, height } = pixels
  const result = createPixels({ width: width + left + right, height: height + top + bottom })
  const columns = Int32Array.from({ length: result.width }, (_column, x) =>
    sourceOf(x - left, width, mode),
  )
  const [source, target] = [wordsOf(pixels), wordsOf(result)]
  for (let y = 0; y < result.height; y++) {
    const from = sourceOf(y - top, height, mode) * width
    for (let x = 0; x < result.width; x++)
      target[y * result.width + x] = source[from + (columns[x] ?? 0)] ?? 0
  }
  return result
}

function sourceOf(place: number, length: number, mode: 'clamp' | 'mirror'): number {
  if (mode === 'clamp') return Math.min(length - 1, Math.max(0, place))
  const period = 2 * length
  const within = ((place % period) + period) % period
  return within < length ? within : period - 1 - within
}
