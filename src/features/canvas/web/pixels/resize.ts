import {
  checkMask,
  checkPixels,
  checkSize,
  createMask,
  createPixels,
  inBands,
  type Mask,
  type Pixels,
  type Size,
} from './pixels.ts'

/** How an image is made larger: `lanczos3` is the sharpest, `bicubic` rings less. */
export type Enlarging = 'lanczos3' | 'bicubic' | 'bilinear'

export type ResizeOptions = { enlarging?: Enlarging; isCancelled?: () => boolean }

/**
 * Returns the image at another size, each side by its own factor: smaller by the mean of the area
 * of each pixel, larger by an interpolation. Colours count by their opacity, so that transparent
 * ones do not bleed; at the edges, the outermost pixels go on. `null` once it is cancelled. Throws
 * RangeError for a bad size.
 */
export function resizePixels(
  pixels: Pixels,
  size: Size,
  { enlarging = 'lanczos3', isCancelled }: ResizeOptions = {},
): Pixels | null {
  checkPixels(pixels)
  checkSize(size)
  const result = createPixels(size)
  const columns = axisWeights(pixels.width, size.width, enlarging)
  const rows = axisWeights(pixels.height, size.height, enlarging)
  const line = new Float32Array(pixels.width * 4)
  const isDone = inBands(size.height, isCancelled, (from, to) => {
    for (let y = from; y < to; y++) {
      mixRows(pixels, rows, y, line)
      writeRow(line, columns, result, y)
    }
  })
  return isDone ? result : null
}

/**
 * Returns the mask at another size: smaller by the mean of the area, larger in straight lines, so
 * that it never rings. Throws RangeError for a bad size.
 */
export function resizeMask(mask: Mask, size: Size): Mask {
  checkMask(mask)
  checkSize(size)
  const result = createMask(size)
  const columns = axisWeights(mask.width, size.width, 'bilinear')
  const rows = axisWeights(mask.height, size.height, 'bilinear')
  const line = new Float32Array(mask.width)
  for (let y = 0; y < size.height; y++) {
    line.fill(0)
    const start = rows.starts[y] ?? 0
    for (let tap = 0; tap < rows.taps; tap++) {
      const weight = rows.weights[y * rows.taps + tap] ?? 0
      const source = (start + tap) * mask.width
      if (weight !== 0)
        for (let x = 0; x < mask.width; x++)
          line[x] = (line[x] ?? 0) + weight * (mask.data[source + x] ?? 0)
    }
    for (let x = 0; x < size.width; x++) {
      const first = columns.starts[x] ?? 0
      let sum = 0
      for (let tap = 0; tap < columns.taps; tap++)
        sum += (columns.weights[x * columns.taps + tap] ?? 0) * (line[first + tap] ?? 0)
      result.data[y * size.width + x] = Math.round(sum)
    }
  }
  return result
}

/** For each place of an axis, where its sources begin, and the share of each. */
type AxisWeights = { starts: Int32Array; taps: number; weights: Float32Array }

const kernels: Record<Enlarging, { reach: number; weigh: (distance: number) => number }> = {
  lanczos3: {
    reach: 3,
    weigh: (distance) => {
      const angle = Math.PI * distance
      if (distance === 0) return 1
      return distance < 3 ? (3 * Math.sin(angle) * Math.sin(angle / 3)) / angle ** 2 : 0
    },
  },
  bicubic: {
    reach: 2,
    weigh: (distance) =>
      distance < 1
        ? (1.5 * distance - 2.5) * distance ** 2 + 1
        : ((-0.5 * distance + 2.5) * distance - 4) * distance + 2,
  },
  bilinear: { reach: 1, weigh: (distance) => 1 - distance },
}

function axisWeights(from: number, to: number, enlarging: Enlarging): AxisWeights {
  const scale = from / to
  const { reach, weigh } = kernels[enlarging]
  const taps = Math.min(from, scale > 1 ? Math.ceil(scale) + 1 : 2 * reach)
  const starts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let place = 0; place < to; place++) {
    const middle = (place + 0.5) * scale - 0.5
    const first = scale > 1 ? Math.floor(place * scale) : Math.floor(middle) - reach + 1
    const last = scale > 1 ? Math.ceil((place + 1) * scale) - 1 : first + 2 * reach - 1
    const start = Math.max(0, Math.min(from - taps, first))
    starts[place] = start
    const add = (source: number, weight: number) => {
      const at = place * taps + Math.max(0, Math.min(from - 1, source)) - start
      weights[at] = (weights[at] ?? 0) + weight
    }
    for (let source = first; source <= last; source++) {
      const share = Math.min(source + 1, (place + 1) * scale) - Math.max(source, place * scale)
      const distance = Math.abs(source - middle)
      add(source, scale > 1 ? Math.max(0, share) : distance < reach ? weigh(distance) : 0)
    }
    normalize(weights.subarray(place * taps, (place + 1) * taps))
  }
  return { starts, taps, weights }
}

function normalize(weights: Float32Array): void {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (const [index, weight] of weights.entries()) weights[index] = weight / sum
}

/** Mixes the source rows of a row; colours times opacity, both in bytes. */
function mixRows({ width, data }: Pixels, rows: AxisWeights, y: number, line: Float32Array): void {
  line.fill(0)
  const start = rows.starts[y] ?? 0
  for (let tap = 0; tap < rows.taps; tap++) {
    const weight = rows.weights[y * rows.taps + tap] ?? 0
    if (weight === 0) continue
    const row = (start + tap) * width * 4
    for (let at = 0; at < width * 4; at += 4) {
      const alpha = weight * (data[row + at + 3] ?? 0)
      line[at] = (line[at] ?? 0) + alpha * (data[row + at] ?? 0)
      line[at + 1] = (line[at + 1] ?? 0) + alpha * (data[row + at + 1] ?? 0)
      line[at + 2] = (line[at + 2] ?? 0) + alpha * (data[row + at + 2] ?? 0)
      line[at + 3] = (line[at + 3] ?? 0) + alpha
    }
  }
}

function writeRow(line: Float32Array, columns: AxisWeights, result: Pixels, y: number): void {
  const { starts, taps, weights } = columns
  for (let x = 0; x < result.width; x++) {
    let red = 0
    let green = 0
    let blue = 0
    let alpha = 0
    let at = (starts[x] ?? 0) * 4
    for (let tap = x * taps; tap < (x + 1) * taps; tap++, at += 4) {
      const weight = weights[tap] ?? 0
      red += weight * (line[at] ?? 0)
      green += weight * (line[at + 1] ?? 0)
      blue += weight * (line[at + 2] ?? 0)
      alpha += weight * (line[at + 3] ?? 0)
    }
    // What rounds to transparent has no colour; a kernel's negative lobes can end below 0.
    if (alpha < 0.5) continue
    const to = (y * result.width + x) * 4
    result.data[to] = red / alpha
    result.data[to + 1] = green / alpha
    result.data[to + 2] = blue / alpha
    result.data[to + 3] = alpha
  }
}
