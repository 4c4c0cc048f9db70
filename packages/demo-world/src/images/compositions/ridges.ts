import { type Canvas, columnAt, newCanvas, shade } from '../canvas/canvas.ts'
import { octaves, type Stage } from '../composition.ts'
import { layered, noiseAt, noiseFrom, type Random, ridged, smoothstep } from '../noise.ts'
import type { Pixel } from '../oklch.ts'

/**
 * A range of mountains seen from afar: for every column of the image, the height of its crest in
 * scene units.
 */
export type Ridge = {
  /** 0 nearest to 1 farthest. */
  distance: number
  crest: Float32Array
}

export type RidgeOptions = {
  count: number
  /** Where the farthest and the nearest range lie, in scene units from the middle downwards. */
  far: number
  near: number
  /** How high the farthest and the nearest rise. */
  rise: readonly [far: number, near: number]
  /** 0 rolling hills to 1 sharp peaks. */
  sharpness: number
  /** Steep round towers of rock, as along the Li River. */
  pillars?: boolean
}

/** Ranges of mountains, nearest first. */
export function makeRidges(stage: Stage, options: RidgeOptions): Ridge[] {
  return Array.from({ length: options.count }, (_, index) => {
    const distance = index / Math.max(1, options.count - 1)
    return {
      distance,
      crest: makeCrest(stage, options, distance, stage.random.fork(`ridge ${index}`)),
    }
  })
}

function makeCrest(
  stage: Stage,
  options: RidgeOptions,
  distance: number,
  random: Random,
): Float32Array {
  const { frame } = stage
  const noise = noiseFrom(random)
  const offset = random.between(-100, 100)
  const base = options.near + (options.far - options.near) * distance ** 0.85
  const [farRise, nearRise] = options.rise
  const rise = nearRise + (farRise - nearRise) * distance
  const scale = 1.5 + distance * 1.6 + random.between(-0.2, 0.4)
  const tilt = random.between(-0.16, 0.16) * (1 - distance * 0.6)
  const fine = octaves(stage, 4, 8)
  return Float32Array.from({ length: frame.width }, (_, column) => {
    const x = (column + 0.5 - frame.width / 2) / frame.unit
    const peaks = ridged(noise, x * scale + offset, 3.3, fine, 0.46) * 1.25 - 0.55
    const hills = layered(noise, x * scale * 1.3 + offset, 8.1, fine, 0.44) * 0.9
    const pillar =
      smoothstep(-0.05, 0.16, layered(noise, x * scale * 1.9 + offset, 5.5, 2)) *
        (0.35 + 0.65 * noiseAt(noise, x * scale * 1.1, 2.2)) +
      hills * 0.35
    const shape = options.pillars ? pillar : hills + (peaks - hills) * options.sharpness
    return base - rise * shape + tilt * x
  })
}

/**
 * Where conifers stand on a crest: the share of a pixel they cover, given how far it lies above the
 * crest.
 */
export function makeTrees(random: Random, height: number): (x: number, above: number) => number {
  const spacing = height * 0.26
  const sizes = Float32Array.from({ length: 512 }, () => random.between(0.35, 1) ** 1.3)
  const places = Float32Array.from({ length: 512 }, () => random.between(-0.45, 0.45))
  return (x, above) => {
    if (above > height) return 0
    const cell = Math.floor(x / spacing)
    let covered = 0
    for (let near = cell - 1; near <= cell + 1; near++) {
      const at = near & 511
      const tall = height * (sizes[at] as number)
      const up = above / tall
      if (up >= 1) continue
      const tier = 1 - ((up * 7.5 + at * 0.37) % 1)
      const half = tall * 0.19 * (1 - up) ** 0.85 * (0.55 + 0.45 * tier) + 0.0006
      const aside = Math.abs(x - (near + 0.5 + (places[at] as number)) * spacing)
      covered = Math.max(covered, smoothstep(half + 0.0012, half - 0.0008, aside))
    }
    return covered
  }
}

/** A shape with an upper edge, in front of farther ones. */
export type Layer = {
  /** Is nothing behind it to be seen at this place? */
  hides(y: number, column: number): boolean
  lay(x: number, y: number, column: number, pixel: Pixel): void
}

/** Paints layers, nearest first in the list, before a background; hidden parts are not computed. */
export function paintLayers(
  { frame }: Stage,
  layers: readonly Layer[],
  behind: (x: number, y: number, pixel: Pixel) => void,
): Canvas {
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const column = columnAt(frame, x)
    let first = 0
    while (first < layers.length && !layers[first]?.hides(y, column)) first++
    if (first === layers.length) behind(x, y, pixel)
    for (let index = Math.min(first, layers.length - 1); index >= 0; index--)
      layers[index]?.lay(x, y, column, pixel)
  })
  return canvas
}
