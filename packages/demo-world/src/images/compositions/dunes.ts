import { smoothEdges } from '../canvas/blur.ts'
import {
  addLight,
  type Canvas,
  columnAt,
  cover,
  dimPixel,
  newCanvas,
  rowAt,
  shade,
} from '../canvas/canvas.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, evenRamp, type Pixel } from '../oklch.ts'
import { drawFigure, figureFor } from './figures.ts'
import { cloudiness, makeSky } from './sky.ts'
import { lookOver, type Terrain } from './terrain.ts'

/** Sand under a low sun: sharp crests between light and shadow, ripples at one's feet. */
export const dunes: Composition = {
  suits: ['dry', 'golden', 'dusk', 'warm'],
  scale: 0.78,
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const from = random.pick(['left', 'right'] as const)
  const side = from === 'left' ? 1 : -1
  const horizon = random.between(-0.22, -0.06) * frame.bottom * 2
  const sun = {
    x: -side * random.between(0.15, 0.8) * frame.right,
    y: horizon - random.between(0.05, 0.2),
    radius: random.between(0.02, 0.045),
  }
  const sky = makeSky(stage, {
    horizon: horizon + 0.04,
    sun,
    clouds: cloudiness(stage, 0, 0.5),
    night: tags.has('night'),
  })
  const height = sandHeight(stage, side)
  const terrain = lookOver(frame, {
    height,
    eye: random.between(0.75, 1.05),
    horizon,
    near: 1,
    far: 34,
    light: { from, slope: random.between(0.16, 0.3) },
  })
  const sand = makeSand(stage, { side, height, sun })
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const at = rowAt(frame, y) * frame.width + columnAt(frame, x)
    const depth = terrain.depth[at] as number
    if (depth === 0) sky(x, y, pixel)
    else sand({ x, y, depth, shine: terrain.sun[at] as number }, pixel)
  })
  smoothEdges(canvas)
  walkBy(canvas, stage, terrain)
  return canvas
}

const walkers = ['camel', 'person', 'horse', 'fox'] as const

/** A person crossing the sand, or a caravan. */
function walkBy(canvas: Canvas, stage: Stage, { depth }: Terrain): void {
  const name = figureFor(stage, walkers)
  if (!name) return
  const { frame, random, palette } = stage
  const own = random.fork('figure')
  const far = own.between(5, 8)
  const start = own.between(-0.7, 0.2) * frame.right
  const facing = own.pick(['left', 'right'] as const)
  for (let index = 0; index < (name === 'camel' ? own.whole(3, 6) : 1); index++) {
    const x = start + index * (0.62 / far)
    const column = columnAt(frame, x)
    let line = frame.height - 1
    while (line > 0 && (depth[line * frame.width + column] as number) < far) line--
    const y = (line + 0.5) / frame.unit - frame.bottom
    const colour = blend(dim(palette.deep, 0.7), palette.shade, 0.2)
    drawFigure(canvas, stage, name, {
      x,
      y,
      height: (name === 'fox' ? 0.3 : 0.52) / far,
      colour,
      strength: 0.95,
      facing,
    })
  }
}

type Spot = { x: number; y: number; depth: number; shine: number }
type Lie = { side: number; height: (x: number, z: number) => number; sun: { x: number; y: number } }

/**
 * The colour of the sand at a spot: where it faces the sun, what lies in shadow, ripples, grains,
 * and haze far off.
 */
function makeSand(stage: Stage, { side, height, sun }: Lie) {
  const { palette, random, detail } = stage
  const noise = noiseFrom(random.fork('ripples'))
  const lit = evenRamp(
    blend(palette.shade, palette.mid, 0.6),
    palette.mid,
    blend(palette.mid, palette.haze, 0.45),
    blend(palette.haze, palette.glow, 0.1),
  )
  const shadow = dim(blend(palette.deep, palette.shade, 0.62), 0.9)
  const bounce = blend(palette.shade, palette.mid, 0.45)
  return ({ x, y, depth, shine }: Spot, pixel: Pixel) => {
    const { across, away } = slopeAt(height, x, depth)
    const near = Math.exp(-depth * 0.3) * detail
    const wander = layered(noise, x * depth * 0.9, depth * 0.9, 2)
    const ripple =
      Math.sin((depth * 30 + x * depth * 11 * side + wander * 13) * (1 + 0.12 * wander)) *
      0.13 *
      near
    lit(clamp(0.42 + (across * side * 1.25 - away * 0.22 + ripple) * 0.85), pixel)
    const dark = clamp(Math.max(smoothstep(-0.1, -0.42, across * side), (1 - shine) * 0.94))
    cover(pixel, blend(shadow, bounce, clamp(0.35 + away * 0.4)), dark * 0.9)
    dimPixel(pixel, 1 + layered(noise, x * depth * 70, depth * 70, 2) * 0.16 * near)
    cover(pixel, palette.haze, smoothstep(4, 30, depth) * 0.8)
    addLight(pixel, palette.glow, 0.26 * Math.exp(-Math.hypot(x - sun.x, y - sun.y) * 4.2))
  }
}

/**
 * The slope of the sand to the right and away. Sampled a little nearer: on a crest the far slope
 * would flicker.
 */
function slopeAt(height: Lie['height'], x: number, depth: number) {
  const gap = 0.006 * depth
  const z = depth - gap * 2.2
  const here = height(x * z, z)
  return {
    across: (height(x * z + gap, z) - here) / gap,
    away: (here - height(x * z, z - gap)) / gap,
  }
}

/**
 * Long ridges across the wind: a gentle slope towards the sun's side, a sharp crest, a steep slope
 * behind.
 */
function sandHeight({ random, time }: Stage, side: number) {
  const own = random.fork('sand')
  const noise = noiseFrom(own)
  const turn = own.between(0.15, 0.75)
  const [acrossWind, alongWind] = [Math.cos(turn) * side, Math.sin(turn) * own.pick([1, -1])]
  const length = own.between(3.2, 5.2)
  const offset = own.between(0, 50)
  return (x: number, z: number) => {
    const warp =
      noiseAt(noise, x * 0.14 + offset, z * 0.12) * 0.95 +
      noiseAt(noise, x * 0.42, z * 0.36 + offset) * 0.16
    const main = ridge((acrossWind * x + alongWind * z) / length + warp + offset + time * 0.004)
    const minor = ridge((acrossWind * x * 0.8 + z * 0.9) / (length * 0.42) + warp * 1.7)
    const strength = 0.55 + 0.45 * noiseAt(noise, x * 0.2 + 30, z * 0.17 + offset)
    const fade = clamp((z - 0.4) / 2.4) * (1 - smoothstep(10, 34, z) * 0.75)
    return (main * strength * 1.3 + minor * (1 - strength) * 0.3) * fade - 0.3
  }
}

function ridge(phase: number): number {
  const place = phase - Math.floor(phase)
  const crest = 0.68
  if (place < crest) return (place / crest) ** 1.7
  const down = 1 - (place - crest) / (1 - crest)
  return down * down * (1.6 - 0.6 * down)
}
