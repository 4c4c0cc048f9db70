import { addLight, cover, newCanvas, pixelsAt, shade } from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, mix, noiseAt, noiseFrom, ridged, smoothstep } from '../noise.ts'
import { blend, dim, rampOf } from '../oklch.ts'

/** Flames, and the sparks they send up. */
export const fire: Composition = { suits: ['fire'], scale: 0.7, paint }

function paint(stage: Stage) {
  const { frame, random, palette, time } = stage
  const own = random.fork('flames')
  const noise = noiseFrom(own)
  const fine = octaves(stage, 4, 6)
  const heat = rampOf([
    [0, dim(palette.deep, 0.45)],
    [0.16, dim(blend(palette.deep, palette.shade, 0.7), 0.9)],
    [0.36, palette.shade],
    [0.55, palette.mid],
    [0.76, palette.haze],
    [1, palette.glow],
  ])
  const middle = own.between(-0.25, 0.25)
  const wide = own.between(0.5, 0.95)
  const lean = own.between(-0.35, 0.35)
  const [offset, tongues] = [own.between(-40, 40), own.between(1.5, 2.4)]
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const up = (frame.bottom - y) / (frame.bottom * 2)
    const sway = noiseAt(noise, x * 1.1 + offset, up * 1.6 - time * 0.5) * 0.35 * (0.3 + up)
    const u = (x - middle - lean * up * up + sway) * tongues
    const v = up * 1.9 - time * 0.9
    const curlX = layered(noise, u * 1.3 + offset, v * 1.1, 3)
    const curlY = layered(noise, u * 1.3 - offset, v * 1.1 + 7, 3)
    const threads = ridged(
      noise,
      u * 1.5 + curlX * 1.5 + offset,
      v * 0.85 + curlY * 1.1,
      fine,
      0.52,
    )
    const body = layered(noise, u * 1.6 + curlX * 1.9, v * 0.75 + curlY * 1.3 + offset, fine, 0.5)
    const around = ((x - middle - lean * up) / wide) ** 2
    const fuel = 1.12 - up * 0.9 - around * (0.5 + up * 1.2)
    const warm = fuel + body * (0.75 + up * 0.5) + (threads - 0.62) * 0.95
    heat(clamp(warm * 0.78), pixel)
    const core = smoothstep(0.75, 1.5, warm + (threads - 0.6) * 0.6)
    addLight(pixel, palette.glow, core * 0.6)
    const smoke = smoothstep(0.05, 0.6, layered(noise, u * 0.8 + 30, v * 0.6, 4) + up - 0.45) * up
    cover(
      pixel,
      dim(blend(palette.shade, palette.accent, 0.5), 0.4),
      smoke * 0.4 * (1 - clamp(warm)),
    )
  })
  throwSparks(canvas, stage, { middle, wide })
  return canvas
}

function throwSparks(
  canvas: ReturnType<typeof newCanvas>,
  stage: Stage,
  { middle, wide }: { middle: number; wide: number },
) {
  const { frame, random, palette, detail, time } = stage
  const own = random.fork('sparks')
  const noise = noiseFrom(own)
  for (let spark = 0; spark < 90 + 210 * detail; spark++) {
    const height = own.next()
    let x = middle + own.bell() * wide * (0.7 + height * 0.8)
    let y = frame.bottom - height * frame.bottom * 2.05
    const size = own.next() ** 5
    const steps = Math.round(mix(3, 26, own.next() ** 2))
    const bright = mix(0.25, 1.2, own.next() ** 2) * (1.15 - height * 0.75)
    const colour = blend(palette.haze, palette.glow, own.next())
    const turn = own.between(-0.6, 0.6)
    for (let step = 0; step < steps; step++) {
      const wind = noiseAt(noise, x * 3, y * 3 + time) * 1.3 + turn
      x += Math.sin(wind) * 0.0011
      y -= Math.cos(wind) * 0.0011
      splat(canvas, pixelsAt(frame, x, y), {
        radius: (0.0006 + size * 0.0022) * frame.unit,
        light: dim(colour, (bright * (0.25 + (0.75 * step) / steps)) / Math.sqrt(steps)),
      })
    }
  }
}
