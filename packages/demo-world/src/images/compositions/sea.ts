import { sampleAt } from '../canvas/blur.ts'
import { addLight, type Canvas, cover, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Pixel } from '../oklch.ts'
import { drawFigure, figureFor } from './figures.ts'
import { cloudiness, makeSky } from './sky.ts'

/** Open water to the horizon, and the light lying on it. */
export const sea: Composition = {
  suits: ['dusk', 'dawn', 'golden', 'tropic', 'night'],
  scale: 0.9,
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const night = tags.has('night')
  const horizon = random.between(-0.04, 0.14) * frame.bottom * 2
  const sun = {
    x: random.between(-0.62, 0.62) * frame.right,
    y: horizon - random.between(night ? 0.16 : 0.03, night ? 0.34 : 0.17),
    radius: random.between(0.022, 0.045),
  }
  const sky = makeSky(stage, { horizon, sun, clouds: cloudiness(stage, 0.3, 0.85), night })
  const above = newCanvas(frame.width, frame.height)
  shade(above, frame, (x, y, pixel) => sky(x, y < horizon ? y : horizon - (y - horizon), pixel))
  const water = makeWater(stage, above, { horizon, sunX: sun.x })
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    if (y < horizon) sampleAt(above, frame, x, y, pixel)
    else water(x, y, pixel)
  })
  sailBy(canvas, stage, { horizon, sunX: sun.x })
  return canvas
}

type View = { horizon: number; sunX: number }

/**
 * The sky lying upside down on the waves, darker where they turn towards the eye, with the sun's
 * path of sparks.
 */
function makeWater(stage: Stage, above: Canvas, { horizon, sunX }: View) {
  const { frame, palette, tags } = stage
  const waves = makeWaves(stage, horizon)
  const abyss = dim(blend(palette.deep, palette.shade, 0.45), 0.9)
  const sparkle = tags.has('night') ? 0.5 : 1.1
  return (x: number, y: number, pixel: Pixel) => {
    const [slopeX, slopeY, distance] = waves(x, y)
    const down = y - horizon
    const reach = 0.32 * (1 - distance) + 0.03
    const mirrored = horizon - down * 0.9 - 0.004 + (slopeY - Math.abs(slopeX) * 0.3) * reach
    sampleAt(above, frame, x + slopeX * reach * 0.5, mirrored, pixel)
    const facing = clamp(0.52 - slopeY * 1.5 + distance * 0.4)
    cover(pixel, abyss, clamp(0.78 - facing))
    const path = Math.exp(-(((x - sunX + slopeX * 0.05) / (0.03 + down * 0.34)) ** 2))
    addLight(pixel, palette.glow, smoothstep(0.16, 0.42, slopeY + slopeX * 0.4) * path * sparkle)
    cover(pixel, palette.haze, Math.exp(-down * 60) * 0.35)
  }
}

const vessels = ['lighthouse', 'skiff', 'sailboat', 'person'] as const

/**
 * A boat and its broken reflection, or a lighthouse on its rock; without a word from the prompt,
 * sometimes a sail far out.
 */
function sailBy(canvas: Canvas, stage: Stage, { horizon, sunX }: View): void {
  const { random, palette, frame } = stage
  const own = random.fork('figure')
  const asked = figureFor(stage, vessels)
  const name = asked ?? (own.chance(0.35) ? 'sailboat' : undefined)
  if (!name) return
  const stands = name === 'lighthouse' || name === 'person'
  const x = clamp(
    sunX + own.pick([-1, 1]) * own.between(0.06, 0.26),
    -frame.right * 0.8,
    frame.right * 0.8,
  )
  const down = stands ? 0.008 : asked ? own.between(0.02, 0.07) : own.between(0.003, 0.012)
  const height = stands ? own.between(0.13, 0.19) : 0.035 + down * 1.6
  const colour = blend(dim(palette.deep, 0.8), palette.shade, asked ? 0.15 : 0.5)
  const facing = own.pick(['left', 'right'] as const)
  drawFigure(canvas, stage, name, {
    x,
    y: horizon + down,
    height: -height * 0.6,
    colour,
    strength: 0.16,
    facing,
  })
  drawFigure(canvas, stage, name, { x, y: horizon + down, height, colour, strength: 0.95, facing })
  if (name !== 'lighthouse') return
  const lamp = pixelsAt(frame, x, horizon + down - height * 0.83)
  splat(canvas, lamp, { radius: 0.004 * frame.unit, light: dim(palette.glow, 2.5) })
  splat(canvas, lamp, { radius: 0.03 * frame.unit, light: dim(palette.glow, 0.3) })
}

/** The slope of the water and how far away it is (1 at the horizon), in perspective. */
function makeWaves(stage: Stage, horizon: number) {
  const { random, frame, time } = stage
  const noise = noiseFrom(random.fork('waves'))
  const wind = random.between(0.6, 1.5)
  const fine = octaves(stage, 2, 4)
  const slope: [number, number, number] = [0, 0, 0]
  return (x: number, y: number) => {
    const down = (y - horizon) / (frame.bottom - horizon)
    const depth = 0.09 / (down + 0.012)
    const u = x * depth * 16
    const v = depth * 15 + time * 0.4
    const calm = clamp(1 - depth / 7.5)
    slope[0] = layered(noise, u * 0.9 + 31, v * 1.6 + 5, fine, 0.55) * calm * wind
    slope[1] = layered(noise, u * 0.5, v * 1.7, fine, 0.6) * calm * wind
    slope[2] = 1 - Math.sqrt(clamp(down))
    return slope
  }
}
