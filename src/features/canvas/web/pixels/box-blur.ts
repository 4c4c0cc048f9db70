import type { Size } from './pixels.ts'

/** Samples of 16 bits, row by row, the channels of a pixel beside each other. */
export type Samples = Size & { channels: number; data: Uint16Array }

/**
 * Returns the radii of three box blurs which together come nearest to a Gaussian blur. `sigma`: its
 * standard deviation in pixels. The blur reaches as far as their sum.
 */
export function boxRadii(sigma: number): readonly [number, number, number] {
  // Kovesi, "Fast almost-Gaussian filtering" (2010), for three passes.
  const ideal = Math.sqrt(4 * sigma * sigma + 1)
  const small = Math.max(0, Math.floor((ideal - 1) / 2))
  const side = 2 * small + 1
  const count = Math.round((12 * sigma * sigma - 3 * side * side - 12 * side - 9) / (-4 * side - 4))
  const radius = (pass: number) => (pass < count ? small : small + 1)
  return [radius(0), radius(1), radius(2)]
}

/** Returns the radii of three box blurs that together reach exactly so many pixels. */
export function boxRadiiForReach(reach: number): readonly [number, number, number] {
  const [first, second] = [Math.ceil(reach / 3), Math.round(reach / 3)]
  return [first, second, reach - first - second]
}

/**
 * Blurs in place by the mean over boxes, one after the other. Beyond its edges, the outermost
 * samples go on. Integers throughout, so that a part with enough around it is as the whole.
 */
export function boxBlur(samples: Samples, radii: readonly number[]): void {
  const spare = new Uint16Array(samples.data.length)
  for (const radius of radii) {
    if (radius === 0) continue
    for (let y = 0; y < samples.height; y++) blurRow(samples, y, radius, spare)
    blurColumns({ ...samples, data: spare }, radius, samples.data)
  }
}

/**
 * Rounds the mean by a multiplication, which is faster than a division: as counts are odd, the
 * quarter keeps what a float loses from crossing to the next number.
 */
const roundingOf = (radius: number) => radius + 0.25

function blurRow(samples: Samples, y: number, radius: number, target: Uint16Array): void {
  const { width, channels, data } = samples
  const start = y * width * channels
  const share = 1 / (2 * radius + 1)
  const rounding = roundingOf(radius)
  for (let channel = 0; channel < channels; channel++) {
    const from = start + channel
    const first = data[from] ?? 0
    const last = data[from + (width - 1) * channels] ?? 0
    let sum = first * (radius + 1)
    for (let x = 1; x <= radius; x++) sum += x < width ? (data[from + x * channels] ?? 0) : last
    for (let x = 0; x < width; x++) {
      target[from + x * channels] = (sum + rounding) * share
      const entering = x + radius + 1
      const leaving = x - radius
      sum += entering < width ? (data[from + entering * channels] ?? 0) : last
      sum -= leaving > 0 ? (data[from + leaving * channels] ?? 0) : first
    }
  }
}

/** By rows, not by columns: a column has each of its samples in another line of the cache. */
function blurColumns(samples: Samples, radius: number, target: Uint16Array): void {
  const { height, data } = samples
  const length = samples.width * samples.channels
  const share = 1 / (2 * radius + 1)
  const rounding = roundingOf(radius)
  const sums = new Int32Array(length)
  const rowStart = (y: number) => Math.min(height - 1, Math.max(0, y)) * length
  for (let y = -radius; y <= radius; y++) {
    const at = rowStart(y)
    for (let x = 0; x < length; x++) sums[x] = (sums[x] ?? 0) + (data[at + x] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const at = y * length
    const entering = rowStart(y + radius + 1)
    const leaving = rowStart(y - radius)
    for (let x = 0; x < length; x++) {
      const sum = sums[x] ?? 0
      target[at + x] = (sum + rounding) * share
      sums[x] = sum + (data[entering + x] ?? 0) - (data[leaving + x] ?? 0)
    }
  }
}
