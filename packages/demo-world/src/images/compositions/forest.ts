import { addStretched, blurred, castRays, shrunk } from '../canvas/blur.ts'
import {
  addLight,
  type Canvas,
  columnAt,
  cover,
  coverAt,
  dimPixel,
  newCanvas,
  pixelsAt,
  rowAt,
  shade,
} from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, mix, type Noise, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Light, rampOf } from '../oklch.ts'
import { drawFigure, figureFor } from './figures.ts'

/** Trunks behind trunks in a bright haze, with the light falling through. */
export const forest: Composition = {
  suits: ['green', 'mist', 'mystery', 'golden', 'autumn'],
  scale: 0.8,
  outdoors: true,
  paint,
}

const layerCount = 5

function paint(stage: Stage) {
  const { frame, random, palette, tags } = stage
  const light = {
    x: random.between(-0.7, 0.7) * frame.right,
    y: random.between(-0.75, -0.15) * frame.bottom,
  }
  const floor = random.between(0.2, 0.5) * frame.bottom
  const canvas = newCanvas(frame.width, frame.height)
  const night = tags.has('night') ? 0.5 : 1
  const air = rampOf([
    [0, dim(blend(palette.glow, palette.haze, 0.15), 1.15 * night)],
    [0.2, dim(palette.haze, night)],
    [0.55, dim(blend(palette.haze, palette.mid, 0.65), night)],
    [1, dim(blend(palette.mid, palette.shade, 0.6), night)],
  ])
  shade(canvas, frame, (x, y, pixel) =>
    air(Math.hypot((x - light.x) * 0.9, y - light.y) * 1.15, pixel),
  )
  for (let layer = 0; layer < layerCount; layer++) {
    const near = layer / (layerCount - 1)
    growFloor(canvas, stage, { near, floor, light })
    growTrunks(canvas, stage, { near, floor, light })
    if (!tags.has('snow')) growLeaves(canvas, stage, { near, light })
    if (layer === layerCount - 2) letStand(canvas, stage, { floor, light })
  }
  const rays = castRays(shrunk(canvas, 4), {
    x: (light.x + frame.right) * frame.unit * 0.25,
    y: (light.y + frame.bottom) * frame.unit * 0.25,
    threshold: 0.42 * night,
    reach: 0.72,
  })
  addStretched(canvas, blurred(rays, frame.unit * 0.0016), 0.95)
  floatMotes(canvas, stage, light)
  return canvas
}

type Layer = { near: number; floor: number; light: { x: number; y: number } }

/** The colour of wood at a distance: haze far away, nearly black close by. */
function toneOf({ palette, tags }: Stage, near: number): Light {
  const air = tags.has('night') ? palette.mid : blend(palette.haze, palette.mid, 0.45)
  return near < 0.5
    ? blend(air, blend(palette.mid, palette.shade, 0.7), near * 2)
    : blend(blend(palette.mid, palette.shade, 0.7), dim(palette.deep, 0.55), near * 2 - 1)
}

function growTrunks(canvas: Canvas, stage: Stage, layer: Layer): void {
  const { frame, random } = stage
  const { near, floor, light } = layer
  const own = random.fork(`trunks ${near}`)
  const noise = noiseFrom(own)
  const wood = makeWood(stage, layer, noise)
  const count = Math.round(mix(26, 4, near ** 0.7) * (0.75 + frame.right * 0.6))
  const foot = mix(floor, frame.bottom * 1.12, near ** 1.6)
  for (let trunk = 0; trunk < count; trunk++) {
    const place = own.between(-1.15, 1.15) * frame.right
    if (near > 0.7 && Math.abs(place - light.x) < 0.12) continue
    const wide = mix(0.004, 0.045, near ** 1.5) * own.between(0.55, 1.35)
    const [lean, bend] = [own.bell() * 0.06, own.bell() * 0.05]
    const base = foot + own.between(-0.01, 0.03)
    for (let row = 0; row <= rowAt(frame, base); row++) {
      const up = base - ((row + 0.5) / frame.unit - frame.bottom)
      const flare = 1 + 0.72 * Math.exp(-up / (wide * 1.6))
      const half =
        wide * flare * (1 - up * 0.22) + noiseAt(noise, up * 7, trunk * 3.3) * wide * 0.14
      const centre =
        place + lean * up + bend * up * up + noiseAt(noise, up * 1.6 + 40, trunk) * wide * 0.5
      const last = columnAt(frame, centre + half)
      for (let column = columnAt(frame, centre - half); column <= last; column++) {
        const x = (column + 0.5) / frame.unit - frame.right
        const edge = clamp((half - Math.abs(x - centre)) * frame.unit + 0.5)
        if (edge <= 0) continue
        const colour = wood({ x, y: base - up, up, across: (x - centre) / half, trunk })
        coverAt(canvas, (row * frame.width + column) * 3, colour, edge)
      }
    }
  }
}

type Bark = { x: number; y: number; up: number; across: number; trunk: number }

/**
 * The colour of a trunk: rough close by, bright at the side that faces the light, lost in haze at
 * its foot.
 */
function makeWood(stage: Stage, { near, light }: Layer, noise: Noise) {
  const { palette } = stage
  const tone = toneOf(stage, near)
  const fine = octaves(stage, 2, 4)
  const colour = new Float64Array(3)
  return ({ x, y, up, across, trunk }: Bark) => {
    const rough =
      near > 0.2 ? layered(noise, across * 2.2 + trunk * 7, up * 9 + across, fine, 0.6) : 0
    colour.set(tone)
    dimPixel(colour, 1 + rough * 0.5 * near)
    const lit = clamp(across * Math.sign(light.x - x) * 0.9 + 0.1) ** 2
    const glow = Math.exp(-Math.hypot(x - light.x, y - light.y) * 2.6)
    addLight(colour, palette.haze, lit * (0.25 + 0.5 * glow) * (0.2 + 0.3 * near) * (0.7 + rough))
    addLight(colour, palette.glow, glow * 0.3 * (1 - near * 0.85))
    cover(colour, palette.haze, smoothstep(0.22, 0, up) * 0.45 * (1 - near))
    return colour
  }
}

function growFloor(canvas: Canvas, stage: Stage, { near, floor, light }: Layer): void {
  const { frame, random, palette, tags } = stage
  const own = random.fork(`floor ${near}`)
  const noise = noiseFrom(own)
  const tone = toneOf(stage, near * 0.9)
  const level = mix(floor, frame.bottom * 1.02, near ** 1.6)
  const tall = mix(0.012, 0.07, near)
  const colour = new Float64Array(3)
  const snowy = tags.has('snow')
  const green = snowy
    ? blend(palette.haze, palette.glow, 0.55)
    : blend(palette.mid, palette.accent, 0.25)
  const toneFar = toneOf(stage, 0)
  for (let column = 0; column < frame.width; column++) {
    const x = (column + 0.5) / frame.unit - frame.right
    const hill = level + layered(noise, x * 1.8, near * 9, 3) * 0.06
    const tuft = Math.max(0, layered(noise, x * mix(90, 26, near), 5.5, 3, 0.65)) * tall * 1.5
    const first = Math.max(0, Math.floor((hill - tuft + frame.bottom) * frame.unit))
    for (let row = first; row < frame.height; row++) {
      const y = (row + 0.5) / frame.unit - frame.bottom
      const down = y - hill
      const edge =
        clamp((y - hill + tuft) * frame.unit + 0.5) *
        (down < 0 ? smoothstep(-tuft, 0, down) * 0.9 + 0.1 : 1)
      colour.set(tone)
      const moss = layered(noise, x * 24, y * 46, 3, 0.6)
      cover(
        colour,
        green,
        snowy ? 0.72 + moss * 0.3 - near * 0.2 : clamp(0.28 + moss * 0.7) * 0.5 * (1 - near * 0.5),
      )
      dimPixel(colour, 1 + moss * (snowy ? 0.12 : 0.35))
      const pool =
        Math.exp(-(((x - light.x) / (0.16 + near * 0.2)) ** 2)) * Math.exp(-Math.abs(down) * 5)
      addLight(colour, palette.glow, pool * 0.3 * (1 - near))
      cover(colour, toneFar, smoothstep(0.16, 0, down) * 0.75 * (1 - near))
      coverAt(canvas, (row * frame.width + column) * 3, colour, edge)
    }
  }
}

/** Leaves: ragged clusters, thickest at the top, glowing where the light comes through them. */
function growLeaves(canvas: Canvas, stage: Stage, { near, light }: Omit<Layer, 'floor'>): void {
  const { frame, random, palette } = stage
  const own = random.fork(`leaves ${near}`)
  const noise = noiseFrom(own)
  const tone = toneOf(stage, near)
  const lit = blend(blend(palette.mid, palette.accent, 0.4), palette.haze, 0.3)
  const scale = mix(9, 4, near)
  const fine = octaves(stage, 3, 5)
  const colour = new Float64Array(3)
  const reach = mix(0.8, 0.42, near)
  for (let row = 0, at = 0; row < frame.height; row++) {
    const y = (row + 0.5) / frame.unit - frame.bottom
    const high = (y + frame.bottom) / (frame.bottom * 2)
    for (let column = 0; column < frame.width; column++, at++) {
      if (high > reach) continue
      const x = (column + 0.5) / frame.unit - frame.right
      const opening = Math.exp(-((x - light.x) ** 2 * 5 + (y - light.y) ** 2 * 5)) * 0.42
      const mass = layered(noise, x * scale * 0.5 + 9, y * scale * 0.5, 2) * 0.75
      const threshold = -0.06 + high * (0.75 / reach) + opening
      if (mass + 0.5 < threshold) continue
      const leaf = mass + layered(noise, x * scale * 4.5, y * scale * 4.5, fine, 0.68) * 0.62
      const edge = smoothstep(threshold, threshold + 0.1, leaf)
      if (edge <= 0) continue
      const glow = Math.exp(-Math.hypot(x - light.x, y - light.y) * 2.3)
      colour.set(tone)
      cover(colour, lit, clamp((leaf - threshold) * 0.4 + glow * 0.75) * (1 - near * 0.55))
      dimPixel(colour, 0.8 + clamp(leaf) * 0.5)
      addLight(colour, palette.glow, glow * 0.24 * (1 - near * 0.7))
      coverAt(canvas, at * 3, colour, edge * mix(0.6, 0.95, near))
    }
  }
}

const dwellers = ['fox', 'deer', 'wolf', 'horse', 'dog', 'cat', 'rabbit', 'person'] as const

/** A person between the trees, where it is light. */
function letStand(canvas: Canvas, stage: Stage, { floor, light }: Omit<Layer, 'near'>): void {
  const { random, palette, frame } = stage
  const name = figureFor(stage, dwellers)
  if (!name) return
  const own = random.fork('figure')
  const x = clamp(
    light.x + own.pick([-1, 1]) * own.between(0.05, 0.16),
    -frame.right * 0.8,
    frame.right * 0.8,
  )
  drawFigure(canvas, stage, name, {
    x,
    y: mix(floor, frame.bottom, 0.42),
    height: name === 'rabbit' || name === 'cat' ? 0.06 : name === 'fox' ? 0.085 : 0.13,
    colour: blend(toneOf(stage, 0.72), palette.accent, name === 'fox' ? 0.5 : 0.12),
    strength: 0.96,
    facing: x > light.x ? 'left' : 'right',
  })
}

function floatMotes(
  canvas: Canvas,
  { frame, random, palette, detail }: Stage,
  light: { x: number; y: number },
): void {
  const own = random.fork('motes')
  for (let mote = 0; mote < 30 + 60 * detail; mote++) {
    const x = light.x + own.bell() * 0.55
    const y = light.y + 0.25 + own.bell() * 0.5
    const size = own.next() ** 4
    splat(canvas, pixelsAt(frame, x, y), {
      radius: (0.0007 + 0.0032 * size) * frame.unit,
      light: dim(palette.glow, 0.3 * (1 - size * 0.6)),
    })
  }
}
