import { changeColors } from './adjust.ts'
import { blendRows } from './blend.ts'
import { boxBlur, boxRadii } from './box-blur.ts'
import {
  checkInteger,
  checkMask,
  checkPixels,
  checkRange,
  copyPixels,
  createPixels,
  inBands,
  type Mask,
  type Pixels,
  type ToolOptions,
} from './pixels.ts'

/** The strongest blur: its standard deviation in pixels. */
export const maxSigma = 256

/**
 * Returns how many pixels around a tile `blur` and `sharpen` need, so that the tile becomes what it
 * is within the whole image. Throws RangeError for a sigma that is not from 0 to 256.
 */
export function blurReach(sigma: number): number {
  checkRange('sigma', sigma, 0, maxSigma)
  return boxRadii(sigma).reduce((sum, radius) => sum + radius, 0)
}

/**
 * Returns the image blurred: three box blurs, within some percent of a Gaussian of this standard
 * deviation (`sigma`, 0 to 256 pixels). Colours count by their opacity. Takes the same time for any
 * sigma. `null` once it is cancelled. Throws RangeError for another sigma, and a bad size.
 */
export function blur(
  pixels: Pixels,
  { sigma }: { sigma: number },
  { mask, isCancelled }: ToolOptions = {},
): Pixels | null {
  checkPixels(pixels)
  if (mask) checkMask(mask, pixels)
  const blurred = createPixels(pixels)
  const isDone = blurBands(pixels, sigma, isCancelled, (from, rows) => blurred.data.set(rows, from))
  if (!isDone) return null
  return mask ? mixByMask(pixels, blurred, mask) : blurred
}

/**
 * Returns the image with the difference to a blurred one added (unsharp mask). `amount`: how much,
 * 0 to 5; `sigma`: of the blur, 0 to 256 pixels; `threshold`: smaller differences stay, 0 to 255.
 * Opacity stays. `null` once it is cancelled. Throws RangeError for others, and a bad size.
 */
export function sharpen(
  pixels: Pixels,
  { amount, sigma, threshold }: { amount: number; sigma: number; threshold: number },
  options: ToolOptions = {},
): Pixels | null {
  checkRange('amount', amount, 0, 5)
  checkRange('threshold', threshold, 0, 255)
  const { isCancelled } = options
  const blurred = blur(pixels, { sigma }, isCancelled ? { isCancelled } : {})
  if (!blurred) return null
  return changeColors(pixels, options, (data, at, rgb) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = data[at + channel] ?? 0
      const difference = value - (blurred.data[at + channel] ?? 0)
      const isKept = Math.abs(difference) < threshold
      rgb[channel] = isKept ? value : Math.min(255, Math.max(0, value + amount * difference))
    }
  })
}

/**
 * Returns the image without specks: each colour becomes the median of the square around it.
 * `radius`: 1 to 16 whole pixels, also what a tile needs around it. Opacity stays, edges go on.
 * `null` once it is cancelled. Throws RangeError for another radius, and a bad size.
 */
export function denoise(
  pixels: Pixels,
  { radius }: { radius: number },
  { mask, isCancelled }: ToolOptions = {},
): Pixels | null {
  checkPixels(pixels)
  if (mask) checkMask(mask, pixels)
  checkInteger('radius', radius)
  checkRange('radius', radius, 1, 16)
  const result = copyPixels(pixels)
  const counts = new Uint16Array(256)
  const isDone = inBands(pixels.height, isCancelled, (from, to) => {
    for (let y = from; y < to; y++)
      for (let channel = 0; channel < 3; channel++)
        writeMedians(pixels, result, { y, channel, radius }, counts)
  })
  if (!isDone) return null
  return mask ? mixByMask(pixels, result, mask) : result
}

/** Returns an image changed as far as a mask of its size says. */
export function mixByMask(pixels: Pixels, changed: Pixels, mask: Mask): Pixels {
  const mixed = copyPixels(pixels)
  blendRows(mixed, changed, mask, 0, mask.data.length)
  return mixed
}

/** Blurs bands with enough around them; `onRows` is given the place of their first byte. */
function blurBands(
  pixels: Pixels,
  sigma: number,
  isCancelled: (() => boolean) | undefined,
  onRows: (from: number, rows: Uint8ClampedArray) => void,
): boolean {
  const { width, height, data } = pixels
  const reach = blurReach(sigma)
  const radii = boxRadii(sigma)
  const stride = width * 4
  const blurBand = (from: number, to: number) => {
    const top = Math.max(0, from - reach)
    const bottom = Math.min(height, to + reach)
    const band = multiplied(data.subarray(top * stride, bottom * stride))
    boxBlur({ width, height: bottom - top, channels: 4, data: band }, radii)
    const rows = band.subarray((from - top) * stride, (to - top) * stride)
    onRows(from * stride, divided(rows))
  }
  return inBands(height, isCancelled, blurBand, Math.max(64, 2 * reach))
}

/** Colours times opacity, and opacity, in 16 bits. */
function multiplied(data: Uint8ClampedArray): Uint16Array {
  const samples = new Uint16Array(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    samples[at] = (data[at] ?? 0) * alpha
    samples[at + 1] = (data[at + 1] ?? 0) * alpha
    samples[at + 2] = (data[at + 2] ?? 0) * alpha
    samples[at + 3] = alpha * 255
  }
  return samples
}

function divided(samples: Uint16Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray(samples.length)
  for (let at = 0; at < samples.length; at += 4) {
    const alpha = samples[at + 3] ?? 0
    if (alpha === 0) continue
    data[at] = ((samples[at] ?? 0) * 255) / alpha
    data[at + 1] = ((samples[at + 1] ?? 0) * 255) / alpha
    data[at + 2] = ((samples[at + 2] ?? 0) * 255) / alpha
    data[at + 3] = alpha / 255
  }
  return data
}

/**
 * Writes the medians of a row by a histogram that moves along, of which only the columns at its
 * ends change. Huang, Yang and Tang, "A fast two-dimensional median filtering algorithm" (1979).
 */
function writeMedians(
  { width, height, data }: Pixels,
  result: Pixels,
  { y, channel, radius }: { y: number; channel: number; radius: number },
  counts: Uint16Array,
): void {
  const half = ((2 * radius + 1) ** 2 - 1) / 2
  let [median, below] = [0, 0]
  counts.fill(0)
  const addColumn = (x: number, change: number) => {
    const column = Math.min(width - 1, Math.max(0, x))
    for (let dy = -radius; dy <= radius; dy++) {
      const row = Math.min(height - 1, Math.max(0, y + dy))
      const value = data[(row * width + column) * 4 + channel] ?? 0
      counts[value] = (counts[value] ?? 0) + change
      if (value < median) below += change
    }
  }
  for (let x = -radius; x < radius; x++) addColumn(x, 1)
  for (let x = 0; x < width; x++) {
    addColumn(x + radius, 1)
    while (below > half) below -= counts[--median] ?? 0
    while (below + (counts[median] ?? 0) <= half) below += counts[median++] ?? 0
    result.data[(y * width + x) * 4 + channel] = median
    addColumn(x - radius, -1)
  }
}
