import { addStretched, blurred, blurredDown, sample, sampleAt, shrunk } from '../canvas/blur.ts'
import {
  addLight,
  type Canvas,
  cover,
  coverAt,
  dimPixel,
  newCanvas,
  shade,
} from '../canvas/canvas.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom } from '../noise.ts'
import { blend, dim, type Light } from '../oklch.ts'
import { cloudiness, makeSky } from './sky.ts'
import { raiseTowers } from './towers.ts'

/** A skyline across water, its windows lit, everything doubled below. */
export const city: Composition = {
  suits: ['city', 'neon', 'future', 'night'],
  outdoors: true,
  paint,
}

const layers = 6

function paint(stage: Stage) {
  const { frame, random, palette, tags } = stage
  const shore = random.between(0.12, 0.28) * frame.bottom * 2
  const sun = {
    x: random.between(-0.6, 0.6) * frame.right,
    y: shore - random.between(0.12, 0.5),
    radius: random.between(0.02, 0.04),
  }
  const day = tags.has('day') || tags.has('dawn')
  const sky = makeSky(stage, {
    horizon: shore,
    sun,
    clouds: cloudiness(stage, 0.3, 0.9),
    night: !day,
  })
  const above = newCanvas(frame.width, frame.height)
  const smog = blend(palette.haze, palette.mid, 0.35)
  const noise = noiseFrom(random.fork('smog'))
  shade(above, frame, (x, y, pixel) => {
    if (y > shore) return
    sky(x, y, pixel)
    if (!day) dimPixel(pixel, 0.35 + 0.55 * Math.exp(-(shore - y) * 2.2))
    const thick = Math.exp(-(shore - y) * 5) * (0.8 + 0.5 * layered(noise, x * 2, y * 5, 3))
    cover(pixel, smog, clamp(thick * 0.5))
  })
  for (let layer = 0; layer < layers; layer++) {
    raiseTowers(above, stage, { near: layer / (layers - 1), shore, lit: !day })
    layFog(above, stage, { shore, thick: 0.42 - layer * 0.07, colour: smog })
  }
  const glow = blurred(shrunk(above, 4), frame.unit * 0.005)
  addStretched(above, glow, 0.42)
  const canvas = mirror(stage, above, shore)
  return canvas
}

type Fog = { shore: number; thick: number; colour: Light }

/** Mist between two rows of towers, thickest at the water. */
function layFog(canvas: Canvas, { frame, random }: Stage, { shore, thick, colour }: Fog): void {
  const noise = noiseFrom(random.fork(`fog ${thick}`))
  const last = Math.min(frame.height, Math.floor((shore + frame.bottom) * frame.unit))
  for (let row = 0; row < last; row++) {
    const y = (row + 0.5) / frame.unit - frame.bottom
    const density = thick * Math.exp(-(shore - y) * 6.5)
    if (density < 0.01) continue
    for (let column = 0; column < frame.width; column++) {
      const x = (column + 0.5) / frame.unit - frame.right
      const share = density * (0.75 + 0.8 * noiseAt(noise, x * 2.3, y * 6))
      coverAt(canvas, (row * frame.width + column) * 3, colour, clamp(share))
    }
  }
}

/** Water below the shore: long upright reflections, broken by ripples. */
function mirror({ frame, random, palette, time }: Stage, above: Canvas, shore: number): Canvas {
  const noise = noiseFrom(random.fork('ripples'))
  const soft = blurredDown(above, frame.unit * 0.035)
  const canvas = newCanvas(frame.width, frame.height)
  const water = dim(blend(palette.deep, palette.shade, 0.3), 0.8)
  shade(canvas, frame, (x, y, pixel) => {
    const column = (x + frame.right) * frame.unit
    if (y <= shore) return sampleAt(above, frame, x, y, pixel)
    const down = y - shore
    const depth = 0.5 / (down + 0.035)
    const ripple = layered(noise, x * depth * 3.4, depth * 9 + time * 0.5, 4, 0.6)
    const mirrored = shore - down * 0.92 - 0.012 + ripple * (0.02 + down * 0.22)
    sample(
      soft,
      column + ripple * frame.unit * (0.004 + down * 0.03),
      (Math.min(shore - 0.004, mirrored) + frame.bottom) * frame.unit,
      pixel,
    )
    dimPixel(pixel, 0.95 - down * 0.6)
    cover(pixel, water, clamp(0.14 + down * 0.7 - ripple * 0.25))
    addLight(pixel, palette.haze, Math.exp(-down * 90) * 0.12)
  })
  return canvas
}
