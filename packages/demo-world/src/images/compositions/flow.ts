import { addStretched, blurred, shrunk } from '../canvas/blur.ts'
import { type Canvas, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom } from '../noise.ts'
import { blend, dim, evenRamp, rampOf } from '../oklch.ts'

/** Threads of light drawn out by an invisible wind. */
export const flow: Composition = {
  suits: ['energy', 'neon', 'drama', 'luxury', 'magic', 'deep'],
  paint,
}

function paint(stage: Stage) {
  const { frame, palette, random } = stage
  const canvas = newCanvas(frame.width, frame.height)
  const ground = rampOf([
    [0, dim(palette.deep, 0.7)],
    [0.6, blend(palette.deep, palette.shade, 0.35)],
    [1, blend(palette.deep, palette.shade, 0.8)],
  ])
  const [cx, cy] = [random.between(-0.3, 0.3), random.between(-0.3, 0.3)]
  shade(canvas, frame, (x, y, pixel) => ground(clamp(1 - Math.hypot(x - cx, y - cy) * 1.3), pixel))
  const threads = newCanvas(frame.width, frame.height)
  drawThreads(threads, stage)
  addStretched(canvas, threads, 1)
  addStretched(canvas, blurred(shrunk(threads, 4), frame.unit * 0.006), 0.5)
  return canvas
}

function drawThreads(canvas: Canvas, stage: Stage): void {
  const { frame, random, palette, detail, time } = stage
  const own = random.fork('threads')
  const noise = noiseFrom(own)
  const wind = makeWind(stage)
  const ramp = evenRamp(palette.shade, palette.mid, palette.accent, palette.haze, palette.glow)
  const bundles = own.whole(9, 15)
  const threads = Math.round((900 + 2900 * detail) / bundles)
  const length = Math.round(260 + 160 * own.next())
  const colour = new Float64Array(3)
  for (let bundle = 0; bundle < bundles; bundle++) {
    const [startX, startY] = [own.bell() * 0.9 * frame.right, own.bell() * 0.9 * frame.bottom]
    const angle = own.between(0, Math.PI * 2)
    const wide = own.between(0.12, 0.42)
    const hue = own.between(0.1, 0.9)
    for (let thread = 0; thread < threads; thread++) {
      const side = own.bell()
      let x = startX + Math.cos(angle) * side * wide
      let y = startY + Math.sin(angle) * side * wide
      const tone = clamp(hue + side * 0.3 + own.bell() * 0.1)
      const bright = (0.045 + 0.22 * own.next() ** 3) * (1.1 - Math.abs(side) * 0.6)
      ramp(tone, colour)
      const phase = own.next() * 40
      const [middleX, middleY] = [x, y]
      for (let step = 0; step < length; step++) {
        const backwards = step < length / 2
        if (step === Math.ceil(length / 2)) [x, y] = [middleX, middleY]
        const life = backwards ? 0.5 - step / length : step / length
        const swell = Math.sin(Math.PI * life) * (0.7 + 0.3 * Math.sin(life * 14 + phase))
        dot(canvas, pixelsAt(frame, x, y), colour, bright * swell)
        const heading =
          wind(x, y) + 0.5 * noiseAt(noise, x * 2.2 + phase * 0.01, y * 2.2 + time * 0.1)
        x += Math.cos(heading) * (backwards ? -0.0023 : 0.0023)
        y += Math.sin(heading) * (backwards ? -0.0023 : 0.0023)
      }
    }
  }
}

/** The direction of the wind at a place, in radians. */
function makeWind({ random }: Stage) {
  const own = random.fork('wind')
  const noise = noiseFrom(own)
  const scale = own.between(0.7, 1.5)
  const turns = own.between(1.6, 3.4)
  const [offset, base] = [own.between(-20, 20), own.between(0, Math.PI * 2)]
  return (x: number, y: number) =>
    base + layered(noise, x * scale + offset, y * scale, 3, 0.42) * turns * 2.2
}

/** Adds a point of light spread over the four pixels around it. */
function dot(
  { width, height, data }: Canvas,
  { x, y }: { x: number; y: number },
  colour: Float64Array,
  light: number,
): void {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const dx = x - 0.5 - left
  const dy = y - 0.5 - top
  const at = (top * width + left) * 3
  const below = at + width * 3
  for (let part = 0; part < 3; part++) {
    const value = (colour[part] as number) * light
    data[at + part] = (data[at + part] as number) + value * (1 - dx) * (1 - dy)
    data[at + 3 + part] = (data[at + 3 + part] as number) + value * dx * (1 - dy)
    data[below + part] = (data[below + part] as number) + value * (1 - dx) * dy
    data[below + 3 + part] = (data[below + 3 + part] as number) + value * dx * dy
  }
}
