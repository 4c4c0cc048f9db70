import { addLight, columnAt, cover, dimPixel, newCanvas, rowAt, shade } from '../canvas/canvas.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Pixel, rampOf } from '../oklch.ts'

/** Sheets of paper cut along the contours of a land, one over the other, lit from a corner. */
export const strata: Composition = {
  suits: ['minimal', 'calm', 'joy', 'paper', 'warm', 'spring'],
  scale: 0.8,
  paint,
}

function paint(stage: Stage) {
  const { frame, random } = stage
  const levels = random.whole(8, 15)
  const angle = random.between(0, Math.PI * 2)
  const light: Light = { levels, dx: Math.cos(angle), dy: Math.sin(angle) }
  const land = makeLand(stage)
  const field = new Float32Array(frame.width * frame.height)
  for (let row = 0, at = 0; row < frame.height; row++) {
    for (let column = 0; column < frame.width; column++, at++) {
      field[at] = land(
        (column + 0.5) / frame.unit - frame.right,
        (row + 0.5) / frame.unit - frame.bottom,
      )
    }
  }
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, makeSheets(stage, field, light))
  return canvas
}

/** From the lowest sheet to the highest, either way round. */
function sheetColours({ palette, random }: Stage) {
  const stops = [
    [0, dim(palette.deep, 0.9)],
    [0.2, palette.shade],
    [0.45, palette.mid],
    [0.64, blend(palette.mid, palette.accent, 0.7)],
    [0.82, palette.haze],
    [1, palette.glow],
  ] as const
  const upwards = random.fork('upwards').chance(0.5)
  return rampOf(
    upwards ? stops : stops.map(([place, colour]) => [1 - place, colour] as const).reverse(),
  )
}

function makeSheets(stage: Stage, field: Float32Array, light: Light) {
  const { frame, random, palette } = stage
  const { levels, dx, dy } = light
  const ramp = sheetColours(stage)
  const noise = noiseFrom(random.fork('fibre'))
  const shadowAt = makeShadow(stage, field, light)
  const lower = new Float64Array(3)
  const pace = 1.5 / frame.unit
  const at = (x: number, y: number) =>
    field[rowAt(frame, y) * frame.width + columnAt(frame, x)] as number
  return (x: number, y: number, pixel: Pixel) => {
    const value = at(x, y) * levels
    const level = Math.floor(value)
    const slope =
      Math.abs(at(x + pace, y) - at(x - pace, y)) + Math.abs(at(x, y + pace) - at(x, y - pace))
    const fromEdge = (value - level) / Math.max(1e-4, (slope * levels) / (2 * pace))
    ramp(clamp((level + 0.5) / levels), pixel)
    ramp(clamp((level - 0.5) / levels), lower)
    const bend = layered(noise, x * 1.7 + level * 3.7, y * 1.7 - level, 2)
    dimPixel(pixel, 1 + bend * 0.16 + layered(noise, x * 130, y * 130, 2) * 0.035)
    const { dark, close } = shadowAt(columnAt(frame, x), rowAt(frame, y), level + 1)
    dimPixel(pixel, (1 - 0.72 * dark ** 1.4) * (1 - 0.5 * close))
    const lit = at(x + dx * 0.003, y + dy * 0.003) < at(x, y) ? 1 : 0.12
    addLight(pixel, palette.glow, smoothstep(0.006, 0.0006, fromEdge) * 0.3 * lit * (1 - dark))
    cover(pixel, lower, clamp(0.6 - fromEdge * frame.unit * 0.8) * 0.6)
    dimPixel(pixel, 1.04 - 0.22 * clamp((x * -dx - y * dy) * 0.9 + 0.3))
  }
}

/** How many sheets there are, and the direction the light comes from. */
type Light = { levels: number; dx: number; dy: number }

/**
 * How dark it is at a place: a higher sheet towards the light throws a shadow, and near sheets keep
 * the sky away.
 */
function makeShadow({ frame }: Stage, field: Float32Array, { levels, dx, dy }: Light) {
  const { width, height, unit } = frame
  const steps = Array.from({ length: 11 }, (_, step) => {
    const reach = ((step + 1) ** 2 * 0.00072 + 0.0012) * unit
    const angle = step * 2.4
    return {
      fade: 1 - (step + 1) / 12,
      towards: [Math.round(dx * reach), Math.round(dy * reach)] as const,
      around: [Math.round(Math.cos(angle) * reach), Math.round(Math.sin(angle) * reach)] as const,
    }
  })
  const value = (column: number, row: number) => {
    const x = column < 0 ? 0 : column >= width ? width - 1 : column
    const y = row < 0 ? 0 : row >= height ? height - 1 : row
    return (field[y * width + x] as number) * levels
  }
  const answer = { dark: 0, close: 0 }
  return (column: number, row: number, top: number) => {
    answer.dark = 0
    answer.close = 0
    for (const { fade, towards, around } of steps) {
      const over = value(column + towards[0], row + towards[1]) - top
      if (over > 0) answer.dark = Math.max(answer.dark, fade * Math.min(1, 0.5 + over * 0.35))
      if (value(column + around[0], row + around[1]) > top) answer.close += 1 / 11
    }
    return answer
  }
}

function makeLand(stage: Stage) {
  const { random, time } = stage
  const own = random.fork('land')
  const noise = noiseFrom(own)
  const scale = own.between(0.9, 1.7)
  const stretch = own.between(0.6, 1.6)
  const [offsetX, offsetY] = [own.between(-30, 30), own.between(-30, 30)]
  const bowl = own.between(-0.9, 0.9)
  const [cx, cy] = [own.between(-0.3, 0.3), own.between(-0.3, 0.3)]
  const fine = octaves(stage, 2, 4)
  return (x: number, y: number) => {
    const bend = noiseAt(noise, x * 1.2 + offsetY, y * 1.2 + time * 0.02)
    const body = layered(
      noise,
      x * scale + bend * 0.5 + offsetX,
      y * scale * stretch + bend * 0.3 + offsetY,
      fine,
      0.36,
    )
    return clamp(0.5 + body * 1.05 + bowl * (0.28 - Math.hypot(x - cx, y - cy)) * 0.8, 0, 0.999)
  }
}
