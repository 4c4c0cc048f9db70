import { checkInteger, checkRange, checkSize, maxSide, type Size } from './pixels.ts'

/**
 * The sizes of an image that a model takes, in pixels: one of `sizes`; or one of the ratios of
 * `ratios`, to a multiple; or any within the limits. Without limits, 1 to 16,384 a side.
 */
export type ModelSizes = {
  sizes?: readonly Size[]
  ratios?: readonly Size[]
  minSide?: number
  maxSide?: number
  minPixels?: number
  maxPixels?: number
  multipleOf?: number
}

type Limits = { min: number; max: number; minPixels: number; maxPixels: number; step: number }

/**
 * Returns the size at which a part of a document is sent: of a list, the one that adds the least
 * around it, of equal ones the smallest that loses no detail; otherwise its own size, as little
 * scaled as the limits allow. Throws RangeError for limits that no size fits, naming them.
 */
export function fitSize(part: Size, model: ModelSizes): Size {
  checkSize(part, 'part')
  if (model.sizes && model.sizes.length > 0) return nearestSize(part, model.sizes)
  const limits = readLimits(model)
  const shapes = model.ratios && model.ratios.length > 0 ? model.ratios : [part]
  for (const shape of shapes) checkRatio(shape)
  const shape = shapes.toSorted((a, b) => addedShare(part, a) - addedShare(part, b))[0] ?? part
  return scaleWithin(shape === part ? part : widen(part, shape), limits)
}

function checkRatio({ width, height }: Size): void {
  checkRange('ratios.width', width, 1, maxSide)
  checkRange('ratios.height', height, 1, maxSide)
}

/** The part, widened on one side to the ratio of a shape; not whole pixels. */
function widen(part: Size, shape: Size): Size {
  const ratio = shape.width / shape.height
  return part.width >= part.height * ratio
    ? { width: part.width, height: part.width / ratio }
    : { width: part.height * ratio, height: part.height }
}

/** How much larger the part gets when it is widened to a shape: 1 is not at all. */
function addedShare(part: Size, shape: Size): number {
  const { width, height } = widen(part, shape)
  return (width * height) / (part.width * part.height)
}

/** Ratios that differ by less are one: sizes are rounded to whole pixels. */
const sameRatio = 1.02

function nearestSize(part: Size, sizes: readonly Size[]): Size {
  for (const size of sizes) checkSize(size, 'sizes')
  const least = Math.min(...sizes.map((size) => addedShare(part, size)))
  const alike = sizes
    .filter((size) => addedShare(part, size) <= least * sameRatio)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)
  const isEnough = (size: Size) => size.width >= part.width && size.height >= part.height
  const { width, height } = alike.find(isEnough) ?? alike.at(-1) ?? part
  return { width, height }
}

function readLimits(model: ModelSizes): Limits {
  const step = model.multipleOf ?? 1
  checkInteger('multipleOf', step)
  checkRange('multipleOf', step, 1, maxSide)
  const minSide = model.minSide ?? 1
  const most = model.maxSide ?? maxSide
  checkRange('minSide', minSide, 1, maxSide)
  checkRange('maxSide', most, minSide, maxSide)
  const { minPixels = 1, maxPixels = maxSide ** 2 } = model
  checkRange('minPixels', minPixels, 1, maxSide ** 2)
  checkRange('maxPixels', maxPixels, minPixels, maxSide ** 2)
  const min = Math.ceil(minSide / step) * step
  const max = Math.floor(most / step) * step
  if (min > max || min * min > maxPixels || max * max < minPixels)
    throw new RangeError(
      `sizes are impossible: sides ${minSide} to ${most}, multiples of ${step}, ` +
        `${minPixels} to ${maxPixels} pixels`,
    )
  return { min, max, minPixels, maxPixels, step }
}

/** Scales as little as the limits allow; where they leave no such ratio, the ratio changes. */
function scaleWithin(part: Size, limits: Limits): Size {
  const { min, max, minPixels, maxPixels, step } = limits
  const pixels = part.width * part.height
  const [short, long] = [Math.min(part.width, part.height), Math.max(part.width, part.height)]
  const atLeast = Math.max(Math.sqrt(minPixels / pixels), min / short)
  const atMost = Math.min(Math.sqrt(maxPixels / pixels), max / long)
  const scale = Math.min(atMost, Math.max(1, atLeast))
  const toStep = (side: number) => {
    // At its own size nothing is lost by a few pixels more; scaled, the nearest is the best.
    const steps = scale === 1 ? Math.ceil(side / step) : Math.round((side * scale) / step)
    return Math.min(max, Math.max(min, steps * step))
  }
  return holdPixels({ width: toStep(part.width), height: toStep(part.height) }, part, limits)
}

/**
 * Brings the pixels back within their limits after sides were rounded to whole steps: by the one
 * side or the other, or by both, whichever adds the least around the part.
 */
function holdPixels(size: Size, part: Size, limits: Limits): Size {
  const { min, max, minPixels, maxPixels, step } = limits
  const isHeld = ({ width, height }: Size) =>
    width * height <= maxPixels && width * height >= minPixels
  if (isHeld(size)) return size
  const isTooLarge = size.width * size.height > maxPixels
  const otherSide = (side: number) => {
    const exact = (isTooLarge ? maxPixels : minPixels) / side / step
    const steps = isTooLarge ? Math.floor(exact) : Math.ceil(exact)
    return Math.min(max, Math.max(min, steps * step))
  }
  const [width, height] = [otherSide(size.height), otherSide(size.width)]
  const [held] = [
    { width, height: size.height },
    { width: size.width, height },
    { width, height: otherSide(width) },
    { width: otherSide(height), height },
  ]
    .filter(isHeld)
    .toSorted((a, b) => addedShare(part, a) - addedShare(part, b))
  if (held) return held
  throw new RangeError(
    `sizes are impossible: no multiples of ${step} have ${minPixels} to ${maxPixels} pixels`,
  )
}
