import { addStretched, blurred } from '../canvas/blur.ts'
import { type Canvas, frameOf, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import { addDisc, splat } from '../canvas/strokes.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, type Noise, noiseFrom, type Random } from '../noise.ts'
import { blend, dim, type Ramp, rampOf } from '../oklch.ts'
import { drawPetal, type Petal } from './petals.ts'

/** A flower seen closely, others behind it out of focus. */
export const bloom: Composition = {
  suits: ['spring', 'romance', 'red', 'joy', 'summer', 'luxury'],
  scale: 0.75,
  paint,
}

function paint(stage: Stage) {
  const { frame, random } = stage
  const own = random.fork('garden')
  const far = layer(stage, 4)
  far.canvas.data.set(makeAir(far).data)
  grow(far, own.fork('far'), { count: own.whole(8, 13), size: [0.2, 0.36], spread: 0.6 })
  const middle = layer(stage, 2)
  addStretched(middle.canvas, blurred(far.canvas, frame.unit * 0.0032), 1)
  scatterDiscs(middle)
  grow(middle, own.fork('middle'), { count: own.whole(2, 4), size: [0.32, 0.5], spread: 0.56 })
  const canvas = newCanvas(frame.width, frame.height)
  addStretched(canvas, blurred(middle.canvas, frame.unit * 0.0019), 1)

  const hero = {
    x: own.pick([-1, 1]) * own.between(0.02, 0.2),
    y: own.between(-0.12, 0.16),
    size: own.between(0.7, 1.05),
  }
  drawLeaves(canvas, stage, hero, own.fork('leaves'))
  makeFlower(stage, random.fork('flower'), grand)(canvas, hero)
  lightUp(canvas, stage, {
    x: hero.x + own.between(-0.35, 0.35),
    y: hero.y - own.between(0.15, 0.4),
  })
  return canvas
}

/** Light from one side; parts away from it are darker. */
function lightUp(
  { data }: Canvas,
  { frame, palette }: Stage,
  light: { x: number; y: number },
): void {
  for (let row = 0, at = 0; row < frame.height; row++) {
    const dy = (row + 0.5) / frame.unit - frame.bottom - light.y
    for (let column = 0; column < frame.width; column++, at += 3) {
      const dx = (column + 0.5) / frame.unit - frame.right - light.x
      const near = Math.exp(-(dx * dx + dy * dy) * 2.6)
      for (let part = 0; part < 3; part++) {
        const value = data[at + part] as number
        const warm = palette.glow[part] as number
        data[at + part] =
          value * (0.5 + 1.05 * near) + value * warm * near * 0.5 + warm * near * near * 0.035
      }
    }
  }
}

type Layer = Stage & { canvas: Canvas }

/** A stage with fewer pixels, for what will be out of focus. */
function layer(stage: Stage, factor: number): Layer {
  const frame = frameOf(
    Math.ceil(stage.frame.width / factor),
    Math.ceil(stage.frame.height / factor),
  )
  return { ...stage, frame, canvas: newCanvas(frame.width, frame.height) }
}

type Bed = { count: number; size: readonly [number, number]; spread: number }

function grow(stage: Layer, own: Random, { count, size, spread }: Bed): void {
  for (let index = 0; index < count; index++) {
    const place = {
      x: own.between(-spread, spread),
      y: own.between(-spread, spread) * 0.9,
      size: own.between(...size),
    }
    drawLeaves(stage.canvas, stage, place, own.fork(`leaves ${index}`))
    makeFlower(stage, own.fork(`flower ${index}`), [...grand, ...small])(stage.canvas, place)
  }
}

/** The light behind everything. */
function makeAir({ frame, random, palette }: Stage): Canvas {
  const own = random.fork('air')
  const noise = noiseFrom(own)
  const ground = rampOf([
    [0, dim(palette.deep, 0.8)],
    [0.4, blend(palette.deep, palette.shade, 0.7)],
    [0.75, blend(palette.shade, palette.mid, 0.6)],
    [1, blend(palette.mid, palette.haze, 0.6)],
  ])
  const [lx, ly] = [own.between(-0.5, 0.5), own.between(-0.6, -0.2)]
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    ground(
      clamp(0.95 - Math.hypot(x - lx, y - ly) * 0.95 + layered(noise, x * 2.6, y * 2.6, 3) * 0.4),
      pixel,
    )
  })
  return canvas
}

function scatterDiscs({ canvas, frame, random, palette, detail }: Layer): void {
  const own = random.fork('discs')
  for (let index = 0; index < 8 + 16 * detail; index++) {
    addDisc(canvas, frame, {
      x: own.between(-1, 1) * frame.right,
      y: own.between(-1, 0.5) * frame.bottom,
      radius: own.between(0.012, 0.05),
      colour: own.pick([palette.haze, palette.glow, palette.mid]),
      strength: own.between(0.015, 0.07),
    })
  }
}

function drawLeaves(canvas: Canvas, stage: Stage, { x, y, size }: Place, own: Random): void {
  const { frame, palette } = stage
  const noise = noiseFrom(own)
  const ramp = rampOf([
    [0, dim(palette.deep, 0.7)],
    [0.6, blend(palette.deep, palette.accent, 0.35)],
    [1, blend(palette.shade, palette.accent, 0.6)],
  ])
  const turn = own.between(0, Math.PI * 2)
  const count = own.whole(3, 7)
  for (let index = 0; index < count; index++) {
    const length = size * own.between(0.66, 0.95)
    const angle = turn + (index / count) * Math.PI * 2 + own.bell() * 0.4
    drawPetal(
      canvas,
      frame,
      {
        x,
        y,
        angle,
        length,
        width: length * 0.2,
        fullest: 0.45,
        point: 0.9,
        flat: 0.9,
        curl: 0.8,
        mark: own.between(0, 50),
      },
      { ramp, noise, light: { x: 0.4, y: -0.9 } },
    )
  }
}

type Place = { x: number; y: number; size: number }
type Kind = {
  rings: number
  petals: number
  width: number
  fullest: number
  point: number
  inner: number
}

/** Worth looking at closely: dahlia, lotus, chrysanthemum, daisy, camellia. */
const grand: readonly Kind[] = [
  { rings: 9, petals: 15, width: 0.17, fullest: 0.6, point: 0.75, inner: 0.1 },
  { rings: 6, petals: 9, width: 0.29, fullest: 0.62, point: 0.62, inner: 0.22 },
  { rings: 8, petals: 24, width: 0.085, fullest: 0.72, point: 0.4, inner: 0.14 },
  { rings: 3, petals: 19, width: 0.13, fullest: 0.62, point: 0.5, inner: 0.5 },
  { rings: 7, petals: 8, width: 0.36, fullest: 0.66, point: 0.3, inner: 0.13 },
]

/** Pretty in a crowd: peony and blossom. */
const small: readonly Kind[] = [
  { rings: 7, petals: 7, width: 0.42, fullest: 0.7, point: 0.1, inner: 0.12 },
  { rings: 2, petals: 5, width: 0.46, fullest: 0.66, point: 0.14, inner: 0.75 },
]

/** A flower of one kind: rings of petals from the outside in, then its heart. */
function makeFlower(stage: Stage, own: Random, kinds: readonly Kind[]) {
  const { frame, time } = stage
  const noise = noiseFrom(own)
  const kind = own.pick(kinds)
  const flat = own.between(0.8, 1)
  const turn = own.between(0, Math.PI * 2) + time * 0.02
  const angle = own.between(-2.6, -0.5)
  const light = { x: Math.cos(angle), y: Math.sin(angle) }
  const ramps = petalRamps(stage, own)
  return (canvas: Canvas, { x, y, size }: Place) => {
    for (let ring = 0; ring < kind.rings; ring++) {
      const share = kind.rings > 1 ? ring / (kind.rings - 1) : 0
      const length = size * (1 - share * (1 - kind.inner)) * 0.62
      const count = Math.max(5, Math.round(kind.petals * (1 - share * 0.3)))
      for (let index = 0; index < count; index++) {
        const petal: Petal = {
          x: x + own.bell() * size * 0.008,
          y: y + own.bell() * size * 0.008 - share * size * 0.03,
          angle:
            turn + ((index + ring * 0.5) / count) * Math.PI * 2 + own.bell() * 0.16 + ring * 0.13,
          length: length * (1 + own.bell() * 0.13),
          width: kind.width * length * (1.12 + share * 0.5) * (1 + own.bell() * 0.2),
          fullest: kind.fullest,
          point: kind.point,
          flat: flat + (1 - flat) * share * 0.4,
          curl: 0.5 + share,
          mark: own.between(0, 50),
        }
        drawPetal(canvas, frame, petal, { ramp: ramps(share), noise, light })
      }
    }
    drawHeart(canvas, stage, {
      x,
      y: y - size * 0.03,
      size: size * kind.inner * 0.42,
      flat,
      own,
      noise,
    })
  }
}

/**
 * From the foot to the tip; the outer petals lie in the shade of the inner ones, which take the
 * light.
 */
function petalRamps({ palette }: Stage, own: Random): (share: number) => Ramp {
  const [tip, body] = own.pick([
    [blend(palette.haze, palette.glow, 0.6), blend(palette.mid, palette.haze, 0.4)],
    [blend(palette.mid, palette.haze, 0.4), palette.mid],
    [palette.haze, blend(palette.mid, palette.accent, 0.6)],
    [blend(palette.mid, palette.accent, 0.25), blend(palette.shade, palette.mid, 0.8)],
  ] as const)
  const ramps = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const light = 0.5 + 0.55 * share
    return rampOf([
      [0, dim(blend(palette.shade, palette.mid, 0.2 + share * 0.3), 0.45 + share * 0.3)],
      [0.4, dim(blend(body, palette.accent, share * 0.12), light * 0.86)],
      [0.8, dim(blend(body, tip, 0.6), light)],
      [1, dim(tip, light * 1.04)],
    ])
  })
  return (share) => ramps[Math.round(share * 4)] as Ramp
}

type Heart = Place & { flat: number; own: Random; noise: Noise }

/** Seeds in the spiral that sunflowers use. */
function drawHeart(
  canvas: Canvas,
  { frame, palette }: Stage,
  { x, y, size, flat, own }: Heart,
): void {
  const seeds = Math.round(150 + size * 1200)
  for (let seed = seeds; seed > 0; seed--) {
    const distance = Math.sqrt(seed / seeds) * size
    const angle = seed * 2.39996
    const [sx, sy] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance * flat]
    const glow = own.next()
    const colour = blend(palette.accent, palette.glow, glow * 0.6)
    splat(canvas, pixelsAt(frame, sx, sy), {
      radius: (0.0012 + size * 0.018) * frame.unit * (0.7 + glow * 0.4),
      light: dim(colour, 0.05 + 0.4 * (distance / size) ** 2 * glow),
    })
  }
}
