import { blend, type Light } from './oklch.ts'

/** A colour being computed: red, green, blue in linear light. One is reused for all pixels. */
export type Pixel = Float64Array

/**
 * Sets `pixel` to the colour at `share`, 0 to 1 along the ramp; beyond its ends, the end's colour.
 */
export type Ramp = (share: number, pixel: Pixel) => void

const steps = 512

/**
 * A smooth way through colours. `stops` are evenly spaced, or pairs of place (rising from 0 to 1)
 * and colour.
 */
export function rampOf(stops: readonly (readonly [place: number, colour: Light])[]): Ramp {
  const table = new Float32Array((steps + 1) * 3)
  for (let step = 0; step <= steps; step++) table.set(colourAt(stops, step / steps), step * 3)
  return (share, pixel) => {
    const at = (share <= 0 ? 0 : share >= 1 ? steps : Math.round(share * steps)) * 3
    pixel[0] = table[at] as number
    pixel[1] = table[at + 1] as number
    pixel[2] = table[at + 2] as number
  }
}

/** A ramp whose colours are evenly spaced. */
export function evenRamp(...colours: readonly Light[]): Ramp {
  return rampOf(
    colours.map((colour, index) => [index / Math.max(1, colours.length - 1), colour] as const),
  )
}

function colourAt(stops: readonly (readonly [number, Light])[], place: number): Light {
  const above = stops.findIndex(([at]) => at >= place)
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return [0, 0, 0]
  const to = above < 0 ? last : (stops[above] ?? last)
  const from = above < 0 ? last : (stops[Math.max(0, above - 1)] ?? first)
  const gap = to[0] - from[0]
  return gap <= 0 ? to[1] : blend(from[1], to[1], (place - from[0]) / gap)
}
