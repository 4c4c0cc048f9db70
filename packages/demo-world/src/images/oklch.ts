/** A colour as lightness 0 to 1, chroma 0 to about 0.3 and hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
/** Red, green and blue in linear light; 1 is display white, lamps may be brighter. */
export type Light = readonly [red: number, green: number, blue: number]
export type Oklab = readonly [lightness: number, a: number, b: number]

function labOf([lightness, chroma, hue]: Oklch): Oklab {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** The light of a colour. What the display cannot show is made paler until it can. */
export function lightOf(colour: Oklch): Light {
  let chroma = colour[1]
  for (let attempt = 0; attempt < 24; attempt++) {
    const light = lightOfLab(labOf([colour[0], chroma, colour[2]]))
    if (light.every((part) => part > -0.0005 && part < 1.0005)) return positive(light)
    chroma *= 0.93
  }
  return positive(lightOfLab(labOf([colour[0], 0, colour[2]])))
}

function lightOfLab([lightness, a, b]: Oklab): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function labOfLight([red, green, blue]: Light): Oklab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Between two lights as the eye sees it, not as light adds up. */
export function blend(from: Light, to: Light, share: number): Light {
  const [l1, a1, b1] = labOfLight(from)
  const [l2, a2, b2] = labOfLight(to)
  return positive(
    lightOfLab([l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share]),
  )
}

const positive = ([red, green, blue]: Light): Light => [
  Math.max(0, red),
  Math.max(0, green),
  Math.max(0, blue),
]

export const dim = ([red, green, blue]: Light, factor: number): Light => [
  red * factor,
  green * factor,
  blue * factor,
]

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
