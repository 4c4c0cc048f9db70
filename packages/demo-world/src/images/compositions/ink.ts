import { type Canvas, cover, dimPixel } from '../canvas/canvas.ts'
import { drawStroke } from '../canvas/strokes.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, ridged, smoothstep } from '../noise.ts'
import { blend, dim, type Light, type Pixel } from '../oklch.ts'
import { drawFigure } from './figures.ts'
import { type Layer, makeRidges, paintLayers, type Ridge } from './ridges.ts'

/** Mountains in ink on paper: washes that fade into mist, dry brush on the slopes, a red sun. */
export const ink: Composition = { suits: ['paper'], scale: 0.8, paint }

function paint(stage: Stage) {
  const { frame, random, palette, tags } = stage
  const height = frame.bottom * 2
  const paper = makePaper(stage)
  const pillars = random.chance(0.4)
  const water = tags.has('skiff') || tags.has('sailboat') || random.chance(0.55)
  const far = random.between(-0.16, 0.02) * height
  const layers = makeRidges(stage, {
    count: random.whole(4, 6),
    far,
    near: frame.bottom * (water ? random.between(0.3, 0.5) : random.between(0.55, 0.85)),
    rise: [random.between(0.16, 0.3), random.between(0.2, 0.34)],
    sharpness: random.between(0.5, 1),
    pillars,
  }).map((ridge) => makeWash(stage, ridge, paper))
  const sun = {
    x: random.between(-0.6, 0.6) * frame.right,
    y: far - random.between(0.12, 0.26) * height,
    radius: random.between(0.035, 0.07),
  }
  const red = makeSun(stage, sun)
  const canvas = paintLayers(stage, layers, (x, y, pixel) => {
    paper(x, y, pixel)
    red(x, y, pixel)
  })
  drawBirds(canvas, stage, {
    x: sun.x + random.between(-0.18, 0.18),
    y: sun.y + random.between(-0.03, 0.1),
    colour: palette.deep,
  })
  if (water) rowBy(canvas, stage)
  return canvas
}

/** A red sun, dry at the edge of the brush and bled a little into the paper. */
function makeSun(
  { random, palette }: Stage,
  { x: cx, y: cy, radius }: { x: number; y: number; radius: number },
) {
  const grit = noiseFrom(random.fork('sun'))
  const red: Light = dim(palette.accent, 0.95)
  return (x: number, y: number, pixel: Pixel) => {
    const distance = Math.hypot(x - cx, y - cy) + layered(grit, x * 18, y * 18, 4) * 0.0035
    if (distance > radius + 0.12) return
    const stain = smoothstep(radius, radius - 0.006, distance)
    const bleed = Math.exp(-Math.max(0, distance - radius) * 30) * 0.16
    const dry = 0.82 + 0.2 * layered(grit, x * 60, y * 24, 3)
    absorb(pixel, red, clamp(stain * 0.86 * dry + bleed * (1 - stain)))
  }
}

/** A boat where the mist over the water begins, and a few strokes of water beside it. */
function rowBy(canvas: Canvas, stage: Stage): void {
  const { frame, random, palette } = stage
  const own = random.fork('boat')
  const place = {
    x: own.between(-0.55, 0.55) * frame.right,
    y: own.between(0.62, 0.8) * frame.bottom,
  }
  const height = own.between(0.055, 0.085)
  const facing = own.pick(['left', 'right'] as const)
  drawFigure(canvas, stage, 'skiff', {
    ...place,
    height,
    colour: palette.deep,
    strength: 0.9,
    facing,
  })
  for (let stroke = 0; stroke < 7; stroke++) {
    const x = (place.x + own.bell() * 0.13 + frame.right) * frame.unit
    const y = (place.y + height * 0.1 + own.next() * 0.03 + frame.bottom) * frame.unit
    const half = own.between(0.012, 0.05) * frame.unit
    const path = [
      { x: x - half, y },
      { x, y: y - half * 0.05 },
      { x: x + half, y },
    ] as const
    drawStroke(canvas, path, {
      radius: [0.0011 * frame.unit, 0.0004 * frame.unit],
      colour: palette.shade,
      strength: 0.35,
    })
  }
}

type Paint = (x: number, y: number, pixel: Pixel) => void

/** Ink goes into paper: it takes light away rather than covering. */
function absorb(pixel: Pixel, colour: Light, share: number): void {
  for (let part = 0; part < 3; part++) {
    const left = 1 - share * (1 - (colour[part] as number))
    pixel[part] = (pixel[part] as number) * left
  }
}

function makePaper({ random, palette }: Stage): Paint {
  const noise = noiseFrom(random.fork('paper'))
  const light = blend(palette.haze, palette.glow, 0.75)
  const aged = blend(palette.haze, palette.mid, 0.12)
  return (x: number, y: number, pixel: Pixel) => {
    pixel.set(light)
    cover(pixel, aged, clamp(0.3 + 0.6 * layered(noise, x * 1.6, y * 1.6, 3)))
    const fibre =
      layered(noise, x * 90, y * 34, 2) * 0.016 + layered(noise, x * 240, y * 240, 2) * 0.018
    dimPixel(pixel, 1 + fibre)
  }
}

/** One range: darkest along its crest, dry brush strokes down the slope, then nothing but mist. */
function makeWash(stage: Stage, { distance, crest }: Ridge, paper: Paint): Layer {
  const { palette, random } = stage
  const own = random.fork(`wash ${distance}`)
  const noise = noiseFrom(own)
  const tone = blend(palette.deep, palette.mid, distance * 0.75)
  const mist = blend(palette.haze, palette.glow, 0.7)
  const strength = 1 - distance * 0.62
  const depth = own.between(0.2, 0.36) * (1 - distance * 0.3)
  const fine = octaves(stage, 3, 5)
  const wooded = distance < 0.4
  return {
    hides: (y: number, column: number) => y - (crest[column] as number) > 0.04,
    lay: (x: number, y: number, column: number, pixel: Pixel) => {
      const below = y - (crest[column] as number) + layered(noise, x * 42, y * 42, 2) * 0.005
      if (below < -0.03) return
      const scrub = wooded
        ? Math.max(0, layered(noise, x * 55, 3.1, 3)) * 0.032 +
          Math.max(0, noiseAt(noise, x * 130, y * 60)) * 0.007
        : 0
      const edge = smoothstep(-scrub - 0.0022, -scrub + 0.0022, below)
      if (edge <= 0) return
      const fall = Math.max(0, below)
      const wash = Math.exp((-fall / depth) * 2.9) * smoothstep(depth * 1.6, depth * 0.1, fall)
      const pool = Math.exp(-fall * 46) * 0.34
      const strokes = ridged(noise, x * 8 + fall * 5, fall * 11 - x * 2, fine, 0.56)
      const texture = smoothstep(0.56, 0.86, strokes) * Math.exp((-fall / depth) * 3.1)
      const grain = 1 + layered(noise, x * 26, y * 26, fine, 0.6) * 0.26
      const amount = (wash * 0.66 + pool + texture * 0.55 * (1 - distance * 0.5)) * grain * strength
      if (below > 0.04) paper(x, y, pixel)
      cover(pixel, mist, edge * (0.84 + 0.12 * noiseAt(noise, x * 3, y * 7)))
      absorb(pixel, tone, clamp(amount * edge))
    },
  }
}

/** A flock far away: each bird two bent strokes. */
function drawBirds(
  canvas: Canvas,
  { frame, random, time }: Stage,
  flock: { x: number; y: number; colour: Light },
): void {
  const own = random.fork('birds')
  const count = own.whole(4, 11)
  const spread = own.between(0.05, 0.11)
  for (let index = 0; index < count; index++) {
    const x = (flock.x + own.bell() * spread + frame.right + time * 0.01) * frame.unit
    const y = (flock.y + own.bell() * spread * 0.4 + frame.bottom) * frame.unit
    const size = own.between(0.006, 0.013) * frame.unit
    const lift = own.between(0.15, 0.6)
    const lean = own.between(-0.2, 0.2)
    for (const side of [-1, 1]) {
      const wing = [
        { x, y },
        { x: x + side * size * 0.45, y: y - size * lift + lean * side * size * 0.3 },
        { x: x + side * size, y: y - size * lift * 0.55 + lean * side * size },
      ] as const
      drawStroke(canvas, wing, {
        radius: [Math.max(0.55, size * 0.09), 0.35],
        colour: flock.colour,
        strength: 0.85,
      })
    }
  }
}
