import { checkPixels, checkSize, createPixels, type Pixels, type Size } from './pixels.ts'
import { resizePixels } from './resize.ts'

/**
 * Returns an opaque image of light lines on black at another size. A side that becomes shorter keeps
 * the lightest value of what each pixel covers, channel by channel, so that a line of one pixel stays
 * as light as it was; one that becomes longer is interpolated. Throws RangeError for a bad size.
 */
export function resizeLines(pixels: Pixels, size: Size): Pixels {
  checkPixels(pixels)
  checkSize(size)
  const smaller = {
    width: Math.min(pixels.width, size.width),
    height: Math.min(pixels.height, size.height),
  }
  const shrunk = shrinkLines(pixels, smaller)
  if (smaller.width === size.width && smaller.height === size.height) return shrunk
  const resized = resizePixels(shrunk, size)
  if (!resized) throw new Error('Nothing cancels this')
  return resized
}

/** `size`: no side longer than those of the image. */
function shrinkLines({ width, height, data }: Pixels, size: Size): Pixels {
  if (size.width === width && size.height === height) return { width, height, data }
  const result = createPixels(size)
  const columns = Array.from({ length: width }, (_, x) => Math.floor((x * size.width) / width) * 4)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * size.height) / height) * size.width * 4
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const to = row + (columns[x] ?? 0)
      for (let channel = 0; channel < 4; channel++) {
        const value = data[from + channel] ?? 0
        if (value > (result.data[to + channel] ?? 0)) result.data[to + channel] = value
      }
    }
  }
  return result
}
