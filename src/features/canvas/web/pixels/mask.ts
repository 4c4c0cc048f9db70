import {
  checkMask,
  checkPixels,
  checkRange,
  createMask,
  createPixels,
  type Mask,
  type Pixels,
  type Rect,
  wordsOf,
} from './pixels.ts'

/** What a model repaints: what is white (fal), what is black, what is transparent (OpenAI). */
export type MaskConvention = 'white' | 'black' | 'transparent'

/**
 * Returns a mask of how bright an image is: white is 255, black and transparent 0 (Rec. 709 luma
 * times opacity). Throws RangeError for a bad size.
 */
export function maskFromBrightness(pixels: Pixels): Mask {
  checkPixels(pixels)
  const mask = createMask(pixels)
  const { data } = pixels
  for (let index = 0; index < mask.data.length; index++) {
    const at = index * 4
    const luma = (54 * (data[at] ?? 0) + 183 * (data[at + 1] ?? 0) + 19 * (data[at + 2] ?? 0)) / 256
    mask.data[index] = Math.round((luma * (data[at + 3] ?? 0)) / 255)
  }
  return mask
}

/**
 * Returns a mask of how transparent an image is: fully transparent is 255. Throws RangeError for a
 * bad size.
 */
export function maskFromTransparency(pixels: Pixels): Mask {
  checkPixels(pixels)
  const mask = createMask(pixels)
  for (let index = 0; index < mask.data.length; index++)
    mask.data[index] = 255 - (pixels.data[index * 4 + 3] ?? 0)
  return mask
}

/**
 * Returns the image that a model takes as its mask: greys without transparency, or black of which
 * what is repainted is transparent. Throws RangeError for a bad size.
 */
export function maskToPixels(mask: Mask, repainted: MaskConvention): Pixels {
  checkMask(mask)
  const pixels = createPixels(mask)
  // One word a pixel is four times as fast; the bytes are read as any machine of today orders them.
  const words = wordsOf(pixels)
  for (let index = 0; index < words.length; index++) {
    const change = mask.data[index] ?? 0
    const grey = repainted === 'white' ? change : 255 - change
    words[index] = repainted === 'transparent' ? grey << 24 : (grey * 0x010101) | 0xff000000
  }
  return pixels
}

/**
 * Returns an image whose opacity is multiplied by the mask: what a staged layer shows. Throws
 * RangeError for a bad size, or a mask of another.
 */
export function applyMask(pixels: Pixels, mask: Mask): Pixels {
  checkPixels(pixels)
  checkMask(mask, pixels)
  const result = createPixels(pixels)
  result.data.set(pixels.data)
  for (let index = 0; index < mask.data.length; index++) {
    const at = index * 4 + 3
    result.data[at] = Math.round(((pixels.data[at] ?? 0) * (mask.data[index] ?? 0)) / 255)
  }
  return result
}

/** Returns the mask of what another keeps. Throws RangeError for a bad size. */
export function invertMask(mask: Mask): Mask {
  checkMask(mask)
  const result = createMask(mask)
  for (let index = 0; index < result.data.length; index++)
    result.data[index] = 255 - (mask.data[index] ?? 0)
  return result
}

/**
 * Returns a mask of 0 and 255 only, for models that take no greys. `threshold`: the least value
 * that is changed, 1 to 255. Throws RangeError for another, or a bad size.
 */
export function binarizeMask(mask: Mask, threshold = 128): Mask {
  checkMask(mask)
  checkRange('threshold', threshold, 1, 255)
  const result = createMask(mask)
  for (let index = 0; index < result.data.length; index++)
    result.data[index] = (mask.data[index] ?? 0) >= threshold ? 255 : 0
  return result
}

/**
 * Returns two masks joined: what either changes, what the first changes and the second keeps, or
 * what both change. Throws RangeError for a bad size, or masks of two.
 */
export function combineMasks(
  first: Mask,
  second: Mask,
  operation: 'union' | 'subtract' | 'intersect',
): Mask {
  checkMask(first)
  checkMask(second, first)
  const result = createMask(first)
  for (let index = 0; index < result.data.length; index++) {
    const a = first.data[index] ?? 0
    const b = second.data[index] ?? 0
    const other = operation === 'subtract' ? 255 - b : b
    result.data[index] = operation === 'union' ? Math.max(a, b) : Math.min(a, other)
  }
  return result
}

/**
 * Returns the smallest rectangle around all that reaches a value, 1 to 255; `null` for none. Throws
 * RangeError for a bad size or value.
 */
export function maskBounds(mask: Mask, threshold = 1): Rect | null {
  checkMask(mask)
  checkRange('threshold', threshold, 1, 255)
  const { width, height, data } = mask
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    const row = y * width
    let first = 0
    while (first < width && (data[row + first] ?? 0) < threshold) first++
    if (first === width) continue
    let last = width - 1
    while ((data[row + last] ?? 0) < threshold) last--
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(right, last)
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Says whether a mask keeps all. Throws RangeError for a bad size. */
export function isMaskEmpty(mask: Mask): boolean {
  checkMask(mask)
  return mask.data.every((value) => value === 0)
}
