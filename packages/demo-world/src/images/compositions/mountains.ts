import { addLight, type Canvas, columnAt, cover, dimPixel } from '../canvas/canvas.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Light, type Pixel, rampOf } from '../oklch.ts'
import { drawFigure, figureFor } from './figures.ts'
import { type Layer, makeRidges, makeTrees, paintLayers, type Ridge } from './ridges.ts'
import { cloudiness, makeSky } from './sky.ts'

/** Range behind range, with mist lying between them. */
export const mountains: Composition = {
  suits: ['dawn', 'dusk', 'golden', 'mist', 'calm'],
  scale: 0.9,
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const height = frame.bottom * 2
  const far = random.between(-0.08, 0.1) * height
  const sun = {
    x: random.between(-0.6, 0.6) * frame.right,
    y: far - random.between(0.1, 0.34) * height,
    radius: random.between(0.02, 0.05),
  }
  const clouds = cloudiness(stage, 0.1, 0.6)
  const sky = makeSky(stage, { horizon: far + 0.06, sun, clouds, night: tags.has('night') })
  const ridges = makeRidges(stage, {
    count: random.whole(5, 7),
    far,
    near: frame.bottom * random.between(0.78, 0.95),
    rise: [random.between(0.1, 0.24), random.between(0.1, 0.2)],
    sharpness: random.between(0.1, 1),
  })
  const layers = ridges.map((ridge) => makeLayer(stage, ridge, sun))

  const canvas = paintLayers(stage, layers, sky)
  letStand(canvas, stage, ridges[2])
  return canvas
}

const climbers = ['person', 'wolf', 'deer', 'horse', 'fox', 'dog', 'camel'] as const

/** A person on a crest, small in the landscape. */
function letStand(canvas: Canvas, stage: Stage, ridge: Ridge | undefined): void {
  const name = figureFor(stage, climbers)
  if (!name || !ridge) return
  const { frame, random, palette } = stage
  const own = random.fork('figure')
  const x = own.between(-0.6, 0.6) * frame.right
  const column = columnAt(frame, x)
  drawFigure(canvas, stage, name, {
    x,
    y: (ridge.crest[column] as number) + 0.006,
    height: 0.06,
    colour: dim(palette.deep, 0.6),
    strength: 1,
    facing: own.pick(['left', 'right'] as const),
  })
}

function makeLayer(stage: Stage, { distance, crest }: Ridge, sun: { x: number; y: number }): Layer {
  const { palette, frame, random } = stage
  const own = random.fork(`layer ${distance}`)
  const trees = distance < 0.45 ? makeTrees(own, 0.085 * (1 - distance * 1.7)) : undefined
  const body = bodyColour(stage, distance)
  const facets = makeFacets(stage, distance, sun.x)
  const snow = makeSnow(stage, distance)
  const drift = noiseFrom(own.fork('drift'))
  const mist: Light = blend(palette.haze, palette.glow, 0.12)
  const depth = 0.1 + 0.16 * (1 - distance)
  const fogged = 0.32 + 0.5 * distance
  const surface = new Float64Array(3)

  return {
    hides: (y, column) => (y - (crest[column] as number)) * frame.unit > 1,
    lay: (x, y, column, pixel) => {
      const below = y - (crest[column] as number)
      const edge = trees && below < 0 ? trees(x, -below) : clamp(below * frame.unit + 0.5)
      if (edge <= 0) return
      const fall = Math.max(0, below)
      body(clamp(fall / depth), surface)
      facets(x, fall, surface)
      snow?.(x, fall, surface)
      const thick = 0.75 + 0.6 * layered(drift, x * 2.4 + 40, y * 6, 2)
      cover(surface, mist, clamp(smoothstep(0.01, depth, fall) * fogged * thick))
      const toSun = Math.hypot(x - sun.x, (y - sun.y) * 1.1)
      addLight(surface, palette.glow, 0.22 * Math.exp(-toSun * 4) * (0.25 + distance))
      cover(pixel, surface, edge)
    },
  }
}

/**
 * Snow down from the crest: deep when the prompt speaks of it, sometimes a little on far peaks
 * anyway.
 */
function makeSnow({ palette, random, tags }: Stage, distance: number) {
  const capped = distance > 0.35 && random.fork('snow line').chance(0.4)
  const line = tags.has('snow') ? 0.22 : capped ? 0.07 : 0
  if (line === 0) return undefined
  const noise = noiseFrom(random.fork(`snow ${distance}`))
  const white = blend(palette.haze, palette.glow, 0.6)
  const most = 0.42 + 0.2 * distance
  return (x: number, fall: number, pixel: Pixel) => {
    const ragged = layered(noise, x * 30, fall * 42 - x * 9, 4, 0.6)
    const lying = smoothstep(line * (0.9 + ragged * 1.6), line * 0.3, fall)
    cover(pixel, white, lying * most * (0.8 + ragged * 0.35))
  }
}

/** Slopes turned to the light and away from it, strongest on the ranges in the middle. */
function makeFacets(stage: Stage, distance: number, sunX: number) {
  const { palette, random } = stage
  const noise = noiseFrom(random.fork(`facets ${distance}`))
  const fine = octaves(stage, 2, 4)
  const rough = 9 + 14 * distance
  const strength = 0.55 * (1 - Math.abs(distance - 0.6) * 1.2)
  return (x: number, fall: number, pixel: Pixel) => {
    const fading = strength * Math.exp(-fall * 5)
    if (fading < 0.03) return
    const u = x * rough + fall * rough * 0.5
    const v = fall * rough * 1.1
    const facet =
      layered(noise, u, v, fine) - layered(noise, u + (sunX > x ? 0.22 : -0.22), v - 0.16, fine)
    addLight(pixel, palette.haze, clamp(facet * 2.1) * fading * 0.3)
    dimPixel(pixel, 1 - clamp(-facet * 1.6) * fading * 0.45)
  }
}

/** From the crest down: near ranges are dark, far ones take the colour of the air. */
function bodyColour({ palette }: Stage, distance: number) {
  const ramp = rampOf([
    [0, dim(blend(palette.deep, palette.shade, 0.15), 0.8)],
    [0.35, blend(palette.shade, palette.deep, 0.25)],
    [0.7, blend(palette.mid, palette.shade, 0.35)],
    [1, blend(palette.haze, palette.mid, 0.5)],
  ])
  return (down: number, pixel: Pixel) => ramp(distance + down * 0.08, pixel)
}
