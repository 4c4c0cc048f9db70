import { blendRows } from './blend.ts'
import { matchColors } from './color-match.ts'
import { featherMask } from './feather.ts'
import { growMask } from './grow.ts'
import { checkMask, checkPixels, createPixels, inBands, type Mask, type Pixels } from './pixels.ts'
import { resizePixels } from './resize.ts'

/** `grow` and `feather`, in pixels of the base: how far outside of the mask the seam reaches. */
export type Seam = { grow: number; feather: number }

/**
 * - `colorMatch`: pixels around the mask by which the result's colours are moved to those of the
 *   base; 0 leaves them as they are.
 * - `isCancelled`: asked before each band of rows.
 */
export type PasteOptions = Seam & { colorMatch?: number; isCancelled?: () => boolean }

/** How far the colours around a mask may be looked at, in pixels. */
const maxRing = 256

/**
 * Returns the mask by which a result is put back: grown, then feathered outwards, so that all of
 * the mask is replaced. Throws RangeError as growMask and featherMask.
 */
export function seamMask(mask: Mask, { grow, feather }: Seam): Mask {
  return featherMask(growMask(mask, grow), feather, 'out')
}

/**
 * Returns what was sent (`base`) with a model's result put back where the mask says, with a soft
 * seam. The result may have another size; it is scaled. Where the seam's mask is 0, not a byte
 * changes, whatever the model did there; where it is 255, the pixel is the model's. `null` once it
 * is cancelled. Throws RangeError for a bad size, a mask that is not of the base's size, and a grow,
 * feather or ring out of range (16,384, 1,024 and 256 pixels).
 */
export function pasteBack(
  base: Pixels,
  result: Pixels,
  mask: Mask,
  { grow, feather, colorMatch = 0, isCancelled }: PasteOptions,
): Pixels | null {
  checkPixels(base, 'base')
  checkPixels(result, 'result')
  checkMask(mask, base)
  if (!(colorMatch >= 0 && colorMatch <= maxRing))
    throw new RangeError(`colorMatch is ${colorMatch}: a number from 0 to ${maxRing} is needed`)
  const seam = seamMask(mask, { grow, feather })
  const isSameSize = result.width === base.width && result.height === base.height
  const scaled = isSameSize
    ? result
    : resizePixels(result, base, { ...(isCancelled && { isCancelled }) })
  if (!scaled) return null
  const matched = colorMatch > 0 ? matchColors(base, scaled, seam, colorMatch) : scaled
  const pasted = createPixels(base)
  pasted.data.set(base.data)
  const isDone = inBands(base.height, isCancelled, (from, to) =>
    blendRows(pasted, matched, seam, from * base.width, to * base.width),
  )
  return isDone ? pasted : null
}
