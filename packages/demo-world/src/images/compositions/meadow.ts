import { addStretched, blurred } from '../canvas/blur.ts'
import { type Canvas, coverAt, frameOf, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import { addDisc, drawDab, drawStroke, splat } from '../canvas/strokes.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, mix, noiseFrom, type Random } from '../noise.ts'
import { blend, dim, type Light } from '../oklch.ts'
import { drawFigure, figureFor } from './figures.ts'
import { cloudiness, makeSky } from './sky.ts'

/** Grasses and small flowers against the light, sharp only in the middle distance. */
export const meadow: Composition = {
  suits: ['summer', 'spring', 'golden', 'joy', 'day', 'dusk'],
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random } = stage
  const horizon = random.between(-0.12, 0.12) * frame.bottom * 2
  const sun = {
    x: random.between(-0.6, 0.6) * frame.right,
    y: horizon - random.between(0.02, 0.2),
    radius: random.between(0.03, 0.055),
  }
  const far = withPixels(stage, 3)
  const sky = makeSky(far, {
    horizon: horizon + 0.02,
    sun,
    clouds: cloudiness(stage, 0, 0.6),
    night: stage.tags.has('night'),
  })
  shade(far.canvas, far.frame, sky)
  rollHills(far, horizon)
  sow(far, { near: 0, level: horizon + 0.06, sun })
  sow(far, { near: 0.2, level: horizon + 0.13, sun })
  const middle = withPixels(stage, 1)
  addStretched(middle.canvas, blurred(far.canvas, frame.unit * 0.0016), 1)
  const canvas = middle.canvas
  scatterDiscs(middle, sun)
  sow(middle, { near: 0.45, level: mix(horizon, frame.bottom, 0.55), sun })
  letStand(middle, mix(horizon, frame.bottom, 0.62), sun.x)
  sow(middle, { near: 0.66, level: mix(horizon, frame.bottom, 0.92), sun })
  haze(canvas, stage, sun)

  const close = withPixels(stage, 3)
  addStretched(close.canvas, canvas, 1)
  const before = Float32Array.from(close.canvas.data)
  sow(close, { near: 1, level: frame.bottom * 1.16, sun })
  for (let at = 0; at < before.length; at++)
    close.canvas.data[at] = (close.canvas.data[at] as number) - (before[at] as number)
  addStretched(canvas, blurred(close.canvas, frame.unit * 0.0036), 1)
  for (let at = 0; at < canvas.data.length; at++)
    canvas.data[at] = Math.max(0, canvas.data[at] as number)
  return canvas
}

type Layer = Stage & { canvas: Canvas }

function withPixels(stage: Stage, factor: number): Layer {
  const frame = frameOf(
    Math.ceil(stage.frame.width / factor),
    Math.ceil(stage.frame.height / factor),
  )
  return { ...stage, frame, canvas: newCanvas(frame.width, frame.height) }
}

function rollHills({ canvas, frame, random, palette }: Layer, horizon: number): void {
  const noise = noiseFrom(random.fork('hills'))
  for (let hill = 0; hill < 4; hill++) {
    const near = hill / 3
    const tone = blend(
      blend(palette.haze, palette.mid, 0.4 + near * 0.5),
      blend(palette.mid, palette.accent, 0.3),
      near * 0.6,
    )
    for (let column = 0; column < frame.width; column++) {
      const x = (column + 0.5) / frame.unit - frame.right
      const top =
        horizon - 0.05 + near * 0.08 - layered(noise, x * 1.6 + hill * 9, hill * 3.3, 4) * 0.09
      for (
        let row = Math.max(0, Math.floor((top + frame.bottom) * frame.unit));
        row < frame.height;
        row++
      ) {
        canvas.data.set(tone, (row * frame.width + column) * 3)
      }
    }
  }
}

const grazers = ['horse', 'deer', 'dog', 'cat', 'rabbit', 'fox', 'wolf', 'person'] as const

/** A person up to the knees in the grass, against the light. */
function letStand(layer: Layer, level: number, sunX: number): void {
  const name = figureFor(layer, grazers)
  if (!name) return
  const { canvas, random, palette, frame } = layer
  const own = random.fork('figure')
  const x = clamp(
    sunX + own.pick([-1, 1]) * own.between(0.08, 0.22),
    -frame.right * 0.6,
    frame.right * 0.6,
  )
  drawFigure(canvas, layer, name, {
    x,
    y: level + 0.02,
    height: name === 'rabbit' || name === 'cat' ? 0.07 : 0.115,
    colour: blend(dim(palette.deep, 0.8), palette.shade, 0.35),
    strength: 0.97,
    facing: x > sunX ? 'left' : 'right',
  })
}

type Bed = { near: number; level: number; sun: { x: number; y: number } }

/** A bed of grass with flowers among it; nearer beds are darker, taller and thinner sown. */
function sow(layer: Layer, { near, level, sun }: Bed): void {
  const { canvas, frame, random, palette, detail, time } = layer
  const own = random.fork(`bed ${near}`)
  const noise = noiseFrom(own)
  const tall = mix(0.05, 0.34, near)
  const blades = Math.round(
    mix(2600, 120, near ** 0.6) * (0.5 + 0.5 * detail) * (frame.right + 0.3),
  )
  const green = blend(palette.mid, palette.accent, 0.3)
  const dark = blend(palette.deep, palette.shade, 0.35)
  const wind = own.between(-0.35, 0.35)
  layGround(layer, {
    level: level - tall * 0.35,
    near,
    tone: blend(green, dark, clamp(near * 1.1)),
  })
  for (let blade = 0; blade < blades; blade++) {
    const x = own.between(-1.1, 1.1) * frame.right
    const depth = blade / blades
    const foot = level + mix(-0.06, 0.1, depth) + layered(noise, x * 1.5, near * 7, 2) * 0.05
    const length = tall * own.between(0.35, 1) * (0.7 + 0.3 * depth)
    const lean = wind + layered(noise, x * 1.8 + time * 0.1, near, 2) * 0.5 + own.bell() * 0.28
    const lit = Math.exp(-Math.hypot(x - sun.x, (foot - length - sun.y) * 0.7) * 2.2)
    const base = blend(
      blend(green, palette.haze, 0.3 * (1 - near)),
      dark,
      clamp(near * 1.05 + own.bell() * 0.15),
    )
    const colour = blend(
      base,
      blend(palette.haze, palette.glow, 0.5),
      lit * mix(0.55, 0.3, near) * own.next(),
    )
    const root = pixelsAt(frame, x, foot)
    const waist = pixelsAt(frame, x + lean * length * 0.25, foot - length * 0.6)
    const tip = pixelsAt(frame, x + lean * length, foot - length)
    drawStroke(canvas, [root, waist, tip], {
      radius: [mix(0.0012, 0.0048, near) * frame.unit, 0.0004 * frame.unit],
      colour,
      strength: 0.92,
    })
    if (own.chance(mix(0.3, 0.24, near)))
      flower(layer, own, {
        ...tip,
        size: mix(0.0028, 0.017, near ** 1.3) * own.between(0.6, 1.2) * frame.unit,
        lit,
        near,
      })
  }
}

/** What one sees between the blades: nothing at their tips, darkness at their feet. */
function layGround(
  { canvas, frame }: Layer,
  { level, near, tone }: { level: number; near: number; tone: Light },
): void {
  const depth = mix(0.05, 0.2, near)
  for (
    let row = Math.max(0, Math.floor((level + frame.bottom) * frame.unit));
    row < frame.height;
    row++
  ) {
    const down = (row + 0.5) / frame.unit - frame.bottom - level
    const share = clamp(down / depth)
    for (let at = row * frame.width * 3; at < (row + 1) * frame.width * 3; at += 3) {
      coverAt(canvas, at, tone, share * 0.85)
    }
  }
}

type Blossom = { x: number; y: number; size: number; lit: number; near: number }

function flower({ canvas, palette }: Layer, own: Random, { x, y, size, lit, near }: Blossom): void {
  const hue = own.next()
  const base: Light = hue < 0.5 ? palette.accent : hue < 0.75 ? palette.haze : palette.mid
  const colour = blend(dim(base, 1.05 - near * 0.35), palette.glow, lit * 0.35)
  const petals = own.whole(5, 8)
  const turn = own.between(0, 6)
  const flat = own.between(0.45, 0.95)
  for (let petal = 0; petal < petals; petal++) {
    const angle = turn + (petal / petals) * Math.PI * 2
    const reach = size * own.between(0.75, 1.1)
    const to = { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach * flat }
    const shadeOf = dim(colour, 0.78 + 0.3 * own.next())
    drawStroke(canvas, [{ x, y }, { x: (x + to.x) / 2, y: (y + to.y) / 2 }, to], {
      radius: [size * 0.12, size * 0.3],
      colour: shadeOf,
      strength: 0.85,
    })
  }
  drawDab(canvas, x, y, {
    radius: size * 0.26,
    colour: blend(palette.glow, palette.accent, 0.3),
    strength: 0.9,
  })
}

function scatterDiscs(
  { canvas, frame, random, palette, detail }: Layer,
  sun: { x: number; y: number },
): void {
  const own = random.fork('discs')
  for (let disc = 0; disc < 14 + 26 * detail; disc++) {
    addDisc(canvas, frame, {
      x: sun.x + own.bell() * 0.75,
      y: sun.y + 0.12 + own.bell() * 0.3,
      radius: own.between(0.006, 0.03),
      colour: own.pick([palette.haze, palette.glow, palette.accent]),
      strength: own.between(0.02, 0.12),
    })
  }
}

/** Haze of the low sun over nearer things, with pollen in it. */
function haze(
  canvas: Canvas,
  { frame, random, palette, detail }: Stage,
  sun: { x: number; y: number },
): void {
  for (let row = 0, at = 0; row < frame.height; row++) {
    const dy = (row + 0.5) / frame.unit - frame.bottom - sun.y
    for (let column = 0; column < frame.width; column++, at += 3) {
      const dx = (column + 0.5) / frame.unit - frame.right - sun.x
      const veil = 0.36 * Math.exp(-Math.sqrt(dx * dx + dy * dy) * 3.4)
      for (let part = 0; part < 3; part++)
        canvas.data[at + part] =
          (canvas.data[at + part] as number) * (1 - veil * 0.5) +
          (palette.glow[part] as number) * veil
    }
  }
  const own = random.fork('pollen')
  for (let speck = 0; speck < 40 + 60 * detail; speck++) {
    const size = own.next() ** 4
    const at = pixelsAt(frame, sun.x + own.bell() * 0.6, sun.y + 0.15 + own.bell() * 0.4)
    const light = dim(palette.glow, 0.35 * (1 - size * 0.6))
    splat(canvas, at, { radius: (0.0006 + 0.003 * size) * frame.unit, light })
  }
}
