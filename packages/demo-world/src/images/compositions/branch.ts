import { addStretched, blurred } from '../canvas/blur.ts'
import { type Canvas, frameOf, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import { addDisc, drawDab, drawStroke } from '../canvas/strokes.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, mix, type Noise, noiseAt, noiseFrom, type Random } from '../noise.ts'
import { blend, dim, type Light, rampOf } from '../oklch.ts'
import { drawPetal } from './petals.ts'

/** Blossoming branches reaching in from a side, others behind them out of focus. */
export const branch: Composition = {
  suits: ['spring', 'dawn', 'romance', 'calm'],
  scale: 0.85,
  paint,
}

function paint(stage: Stage) {
  const { frame, random } = stage
  const own = random.fork('branches')
  const far = layer(stage, 4)
  far.canvas.data.set(makeAir(far).data)
  for (let index = 0; index < 4; index++) growBranch(far, own.fork(`far ${index}`), 0.75)
  const middle = layer(stage, 2)
  addStretched(middle.canvas, blurred(far.canvas, frame.unit * 0.0034), 1)
  scatterDiscs(middle)
  growBranch(middle, own.fork('middle'), 0.85)
  const canvas = newCanvas(frame.width, frame.height)
  addStretched(canvas, blurred(middle.canvas, frame.unit * 0.0017), 1)
  for (let index = 0; index < own.whole(1, 2); index++)
    growBranch({ ...stage, canvas }, own.fork(`near ${index}`), 1)
  letFall({ ...stage, canvas }, own.fork('falling'))
  return canvas
}

type Layer = Stage & { canvas: Canvas }

const light = { x: -0.3, y: -0.8 }

function layer(stage: Stage, factor: number): Layer {
  const frame = frameOf(
    Math.ceil(stage.frame.width / factor),
    Math.ceil(stage.frame.height / factor),
  )
  return { ...stage, frame, canvas: newCanvas(frame.width, frame.height) }
}

function makeAir({ frame, random, palette }: Stage): Canvas {
  const own = random.fork('air')
  const noise = noiseFrom(own)
  const ramp = rampOf([
    [0, blend(palette.haze, palette.glow, 0.7)],
    [0.35, palette.haze],
    [0.75, blend(palette.haze, palette.mid, 0.7)],
    [1, blend(palette.mid, palette.shade, 0.5)],
  ])
  const [lx, ly] = [own.between(-0.5, 0.5), own.between(-0.6, 0)]
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    ramp(clamp(Math.hypot(x - lx, y - ly) * 0.85 + layered(noise, x * 2, y * 2, 3) * 0.3), pixel)
  })
  return canvas
}

function scatterDiscs({ canvas, frame, random, palette, detail }: Layer): void {
  const own = random.fork('discs')
  for (let disc = 0; disc < 10 + 20 * detail; disc++) {
    addDisc(canvas, frame, {
      x: own.between(-1, 1) * frame.right,
      y: own.between(-1, 1) * frame.bottom,
      radius: own.between(0.01, 0.045),
      colour: own.pick([palette.glow, palette.haze]),
      strength: own.between(0.02, 0.1),
    })
  }
}

type Twig = { x: number; y: number; angle: number; length: number; thick: number; depth: number }

/** A branch from outside the image inwards, forking as it goes; flowers sit where it is thin. */
function growBranch(stage: Layer, own: Random, scale: number): void {
  const { frame } = stage
  const side = own.pick([-1, 1])
  const root: Twig = {
    x: side * (frame.right + 0.03),
    y: own.between(-0.75, 0.7) * frame.bottom,
    angle: (side > 0 ? Math.PI : 0) + own.between(-0.5, 0.5),
    length: own.between(0.75, 1.1) * (0.5 + frame.right),
    thick: own.between(0.011, 0.019) * scale,
    depth: 0,
  }
  const growth: Growth = { own, noise: noiseFrom(own), flowers: [], scale }
  growTwig(stage, growth, root)
  const most = Math.round((scale < 1 ? 45 : 80) * (0.5 + stage.detail / 2))
  const every = Math.max(1, growth.flowers.length / most)
  for (let index = 0; index < growth.flowers.length; index += every) {
    const flower = growth.flowers[Math.floor(index)]
    if (flower) drawBlossom(stage, growth, flower)
  }
}

type Growth = { own: Random; noise: Noise; flowers: Flower[]; scale: number }
type Flower = { x: number; y: number; size: number }

function growTwig(stage: Layer, growth: Growth, twig: Twig): void {
  const { canvas, frame, palette, time } = stage
  const { own, noise } = growth
  const bark = dim(blend(palette.deep, palette.shade, 0.22), 0.8)
  const steps = Math.max(5, Math.round(twig.length / 0.035))
  const ridge: { x: number; y: number; radius: number }[] = []
  let { x, y, angle } = twig
  for (let step = 0; step < steps; step++) {
    const share = step / steps
    const thick = twig.thick * (1 - share * 0.85) + 0.0012
    const wind = Math.sin(time * 0.7 + x * 3) * 0.002
    angle += noiseAt(noise, x * 6 + twig.depth * 9, y * 6) * 0.34 - Math.sin(angle) * 0.012 + wind
    const at = pixelsAt(frame, x, y)
    x += (Math.cos(angle) * twig.length) / steps
    y += (Math.sin(angle) * twig.length) / steps
    const to = pixelsAt(frame, x, y)
    const middle = { x: (at.x + to.x) / 2, y: (at.y + to.y) / 2 }
    const radius = [thick * frame.unit, thick * 0.96 * frame.unit] as const
    drawStroke(canvas, [at, middle, to], { radius, colour: bark, strength: 1 })
    ridge.push({ ...at, radius: radius[0] })
    if (twig.depth < 3 && own.chance(twig.depth === 0 ? 0.5 : 0.28)) {
      const length = twig.length * own.between(0.22, 0.5) * (1 - share * 0.4)
      const aside = angle + own.pick([-1, 1]) * own.between(0.4, 1.1)
      growTwig(stage, growth, {
        x,
        y,
        angle: aside,
        length,
        thick: thick * 0.6,
        depth: twig.depth + 1,
      })
    }
    if (own.chance((twig.depth === 0 ? 0.12 : 0.42) + share * 0.3)) setFlowers(growth, x, y)
  }
  lightRidge(canvas, ridge, blend(bark, palette.haze, 0.35))
}

function setFlowers({ own, flowers, scale }: Growth, x: number, y: number): void {
  for (let count = own.whole(1, 3); count > 0; count--) {
    flowers.push({
      x: x + own.bell() * 0.025 * scale,
      y: y + own.bell() * 0.025 * scale,
      size: own.between(0.022, 0.048) * scale,
    })
  }
}

/** The light that lies along the top of a twig, drawn once the whole twig is there. */
function lightRidge(
  canvas: Canvas,
  ridge: { x: number; y: number; radius: number }[],
  colour: Light,
): void {
  for (const [index, to] of ridge.entries()) {
    const from = ridge[index - 1]
    if (!from) continue
    const [a, b] = [from, to].map(({ x, y, radius }) => ({ x, y: y - radius * 0.42 }))
    if (!a || !b) continue
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    drawStroke(canvas, [a, middle, b], {
      radius: [from.radius * 0.34, to.radius * 0.34],
      colour,
      strength: 0.3,
    })
  }
}

/** Five petals and their stamens, turned anyhow; now and then a bud. */
function drawBlossom(layer: Layer, { own, noise }: Growth, flower: Flower): void {
  const { canvas, frame, palette } = layer
  const bud = own.chance(0.18)
  const tip = blend(palette.glow, [1, 1, 1], 0.35)
  const tint: Light = blend(palette.mid, palette.haze, own.between(0.3, 0.75))
  const ramp = rampOf([
    [0, blend(palette.mid, palette.accent, 0.25)],
    [0.3, tint],
    [0.75, blend(tint, tip, 0.65)],
    [1, tip],
  ])
  const turn = own.between(0, 6.3)
  const flat = own.between(0.55, 1)
  const count = bud ? 2 : 5
  const shape = {
    fullest: 0.64,
    point: 0.12,
    flat,
    curl: 0.6,
    width: flower.size * (bud ? 0.34 : 0.47),
  }
  for (let index = 0; index < count; index++) {
    const angle = turn + (bud ? index * 0.5 : (index / count) * Math.PI * 2) + own.bell() * 0.12
    const length = flower.size * own.between(0.9, 1.1)
    const petal = { ...shape, x: flower.x, y: flower.y, angle, length, mark: own.between(0, 50) }
    drawPetal(canvas, frame, petal, { ramp, noise, light })
  }
  if (!bud) drawStamens(layer, own, flower, flat)
}

function drawStamens(
  { canvas, frame, palette }: Layer,
  own: Random,
  { x, y, size }: Flower,
  flat: number,
): void {
  const at = pixelsAt(frame, x, y)
  const pollen = blend(palette.glow, palette.accent, 0.45)
  const radius = Math.max(0.4, size * 0.014 * frame.unit)
  for (let stamen = 0; stamen < 9; stamen++) {
    const angle = own.between(0, 6.3)
    const reach = size * own.between(0.2, 0.46) * frame.unit
    const end = { x: at.x + Math.cos(angle) * reach, y: at.y + Math.sin(angle) * reach * flat }
    drawStroke(canvas, [at, at, end], {
      radius: [radius, radius * 0.8],
      colour: palette.accent,
      strength: 0.55,
    })
    drawDab(canvas, end.x, end.y, { radius: radius * 2, colour: pollen, strength: 0.9 })
  }
}

/** Single petals on their way down. */
function letFall({ canvas, frame, palette, detail, time }: Layer, own: Random): void {
  const noise = noiseFrom(own)
  const ramp = rampOf([
    [0, blend(palette.mid, palette.haze, 0.4)],
    [1, blend(palette.haze, palette.glow, 0.7)],
  ])
  for (let petal = 0; petal < 8 + 12 * detail; petal++) {
    const size = mix(0.006, 0.02, own.next() ** 2)
    drawPetal(
      canvas,
      frame,
      {
        x: own.between(-1, 1) * frame.right,
        y: own.between(-0.9, 1) * frame.bottom + time * 0.02,
        angle: own.between(0, 6.3),
        length: size,
        width: size * 0.4,
        fullest: 0.6,
        point: 0.2,
        flat: own.between(0.3, 0.9),
        curl: 0.5,
        mark: own.between(0, 50),
      },
      { ramp, noise, light },
    )
  }
}
