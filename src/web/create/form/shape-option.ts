import { imageSizes } from '#core/models/rules/image-sizes.ts'

/** A shape for display. `pixels` are known for sizes, not for bare ratios; `auto` has neither. */
export type Shape = {
  kind: 'square' | 'portrait' | 'landscape' | 'auto'
  /** Width divided by height. */
  ratio: number
  /** `4:3`, and `auto` for none. */
  ratioName: string
  pixels?: { width: number; height: number }
}

/**
 * The shape of an option of a shape control: a named size (`square_hd`), a ratio (`16:9`), or
 * neither.
 */
export function shapeOf(option: string): Shape {
  const pixels = option in imageSizes ? imageSizes[option as keyof typeof imageSizes] : undefined
  if (pixels) return { ...shapeOfSides(pixels.width, pixels.height), pixels }
  const [width = 0, height = 0] = option.split(':').map(Number)
  if (!(width > 0 && height > 0)) return { kind: 'auto', ratio: 1, ratioName: option }
  // The option's own name: 21:9 is known by that name, not as 7:3.
  return { ...shapeOfSides(width, height), ratioName: option }
}

function shapeOfSides(width: number, height: number): Shape {
  const divisor = greatestCommonDivisor(width, height)
  return {
    kind: width === height ? 'square' : width > height ? 'landscape' : 'portrait',
    ratio: width / height,
    ratioName: `${width / divisor}:${height / divisor}`,
  }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
