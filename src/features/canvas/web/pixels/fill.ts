import { composeOnto } from './blend.ts'
import { checkColor, type Rgba } from './color.ts'
import { applyMask } from './mask.ts'
import { checkMask, checkPixels, createPixels, type Mask, type Pixels, wordsOf } from './pixels.ts'
import { selectByColor, type WandOptions } from './wand.ts'

/**
 * Returns the image with all that is like the pixel at `at` painted over in a colour. Throws
 * RangeError as selectByColor, and for a channel that is not from 0 to 255.
 */
export function fillByColor(pixels: Pixels, color: Rgba, options: WandOptions): Pixels {
  return fillMask(pixels, color, selectByColor(pixels, options))
}

/**
 * Returns the image with a mask painted over in a colour, as much as the mask and the colour's
 * opacity say. Throws RangeError for a bad size, a mask of another, and a channel that is not from
 * 0 to 255.
 */
export function fillMask(pixels: Pixels, color: Rgba, mask: Mask): Pixels {
  checkPixels(pixels)
  checkMask(mask, pixels)
  checkColor('color', color)
  const layer = createPixels(pixels)
  const words = wordsOf(layer)
  layer.data.set(color)
  words.fill(words[0] ?? 0)
  const result = createPixels(pixels)
  result.data.set(pixels.data)
  composeOnto(result, applyMask(layer, mask))
  return result
}
