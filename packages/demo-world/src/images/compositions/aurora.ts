import { addStretched, blurred, blurredDown, sample, sampleAt, shrunk } from '../canvas/blur.ts'
import { type Canvas, columnAt, cover, dimPixel, newCanvas, shade } from '../canvas/canvas.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Ramp, rampOf } from '../oklch.ts'
import { makeRidges, makeTrees } from './ridges.ts'
import { scatterStars } from './sky.ts'

/** Curtains of light over a lake. */
export const aurora: Composition = { suits: ['magic', 'night', 'cold'], scale: 0.85, paint }

function paint(stage: Stage) {
  const { frame, random, palette } = stage
  const shore = random.between(0.22, 0.34) * frame.bottom * 2 - 0.0
  const curtains = Array.from({ length: random.whole(2, 4) }, (_, index) =>
    makeCurtain(stage, index, shore),
  )
  const sky = rampOf([
    [0, dim(palette.deep, 0.75)],
    [0.55, blend(palette.deep, palette.shade, 0.6)],
    [1, blend(palette.shade, palette.mid, 0.35)],
  ])
  const above = newCanvas(frame.width, frame.height)
  shade(above, frame, (_x, y, pixel) => sky((y + frame.bottom) / (shore + frame.bottom), pixel))
  scatterStars(above, frame, stage, { count: 900, until: shore })
  const lights = newCanvas(frame.width, frame.height)
  for (const curtain of curtains) curtain.draw(lights)
  addStretched(above, blurred(lights, frame.unit * 0.0016), 0.85)
  addStretched(above, blurred(shrunk(lights, 4), frame.unit * 0.016), 0.45)

  const ridge = makeRidges(stage, {
    count: 2,
    far: shore - 0.01,
    near: shore + 0.005,
    rise: [0.13, 0.03],
    sharpness: 0.8,
  })
  const trees = makeTrees(random.fork('trees'), 0.05)
  const far = blend(palette.deep, palette.shade, 0.45)
  const near = dim(palette.deep, 0.35)
  shade(above, frame, (x, y, pixel) => {
    const column = columnAt(frame, x)
    sampleAt(above, frame, x, y, pixel)
    const [hills, hedge] = [ridge[1]?.crest[column] ?? 1, ridge[0]?.crest[column] ?? 1]
    cover(pixel, far, clamp((y - hills) * frame.unit + 0.5) * (1 - 0.35 * clamp((y - hills) * 8)))
    cover(pixel, near, y < hedge ? trees(x, hedge - y) : clamp((y - hedge) * frame.unit + 0.5))
  })
  return reflect(stage, above, shore + 0.012)
}

type Curtain = { draw(canvas: Canvas): void }

/**
 * A curtain hangs from a line that winds and folds over itself. It is drawn as thousands of upright
 * rays along that line, so that folds lie over each other and shine brighter where they do.
 */
function makeCurtain(stage: Stage, index: number, shore: number): Curtain {
  const { random, frame, time, palette } = stage
  const own = random.fork(`curtain ${index}`)
  const noise = noiseFrom(own)
  const sky = shore + frame.bottom
  const base = shore - own.between(0.12, 0.42) * sky
  const tall = own.between(0.45, 0.95) * sky
  const folds = own.between(0.05, 0.2)
  const sway = own.between(0.08, 0.3)
  const strength = own.between(0.55, 1)
  const fine = octaves(stage, 2, 4)
  const ramp = rampOf([
    [0, blend(palette.haze, palette.glow, 0.55)],
    [0.1, palette.haze],
    [0.42, palette.mid],
    [0.75, palette.accent],
    [1, blend(palette.accent, palette.shade, 0.6)],
  ])
  const rays = Math.round(frame.width * 2.6)
  return {
    draw: (canvas) => {
      for (let ray = 0; ray < rays; ray++) {
        const along = (ray / rays) * 2 - 1
        const place = along * frame.right * 1.5
        const x = place + folds * layered(noise, place * 4.2 + 7, index + time * 0.04, 3) * 1.6
        const foot =
          base +
          sway * noiseAt(noise, place * 1.7, 3.3 + time * 0.05) +
          0.035 * layered(noise, place * 7, 9.1, 2)
        const pulse = clamp(0.5 + layered(noise, place * 26, 4.5 + time * 0.2, fine, 0.7) * 1.5)
        const patch = smoothstep(-0.45, 0.35, noiseAt(noise, place * 1.1 + 20, index * 3.3))
        const bright = strength * patch * (0.22 + 0.78 * pulse) * 0.62
        if (bright > 0.004)
          drawRay(canvas, stage, { x, foot, tall: tall * (0.45 + 0.55 * pulse), bright }, ramp)
      }
    },
  }
}

type Ray = { x: number; foot: number; tall: number; bright: number }

function drawRay(
  { width, height, data }: Canvas,
  { frame }: Stage,
  { x, foot, tall, bright }: Ray,
  ramp: Ramp,
): void {
  const column = (x + frame.right) * frame.unit
  const left = Math.floor(column - 0.5)
  if (left < 0 || left >= width - 1) return
  const share = column - 0.5 - left
  const bottom = Math.min(height - 1, Math.ceil((foot + 0.02 + frame.bottom) * frame.unit))
  const top = Math.max(0, Math.floor((foot - tall + frame.bottom) * frame.unit))
  for (let row = top; row <= bottom; row++) {
    const up = foot - ((row + 0.5) / frame.unit - frame.bottom)
    const high = clamp(up / tall)
    const light = bright * smoothstep(-0.02, 0.012, up) * Math.exp(-2.1 * high) * (1 - high * high)
    ramp(high, rayColour)
    const at = (row * width + left) * 3
    for (let part = 0; part < 3; part++) {
      const value = (rayColour[part] as number) * light
      data[at + part] = (data[at + part] as number) + value * (1 - share)
      data[at + 3 + part] = (data[at + 3 + part] as number) + value * share
    }
  }
}

const rayColour = new Float64Array(3)

/** Below the shore the image lies upside down in still water. */
function reflect(
  { frame, random, palette, time }: Stage,
  above: ReturnType<typeof newCanvas>,
  shore: number,
) {
  const noise = noiseFrom(random.fork('water'))
  const soft = blurredDown(above, frame.unit * 0.016)
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const column = (x + frame.right) * frame.unit
    if (y < shore) return sampleAt(above, frame, x, y, pixel)
    const down = y - shore
    const ripple =
      layered(noise, (x * 9) / (0.25 + down), 1.6 / (0.02 + down) + time, 3) * (0.006 + down * 0.05)
    const mirrored = shore - down * 1.15 + ripple
    sample(soft, column + ripple * 40, (mirrored + frame.bottom) * frame.unit, pixel)
    dimPixel(pixel, 0.8 - down * 0.5)
    cover(pixel, dim(palette.deep, 0.8), 0.12 + clamp(down * 0.5))
  })
  return canvas
}
