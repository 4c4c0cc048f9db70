import { sampleAt } from '../canvas/blur.ts'
import { addLight, cover, dimPixel, newCanvas, shade } from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseFrom, ridged, smoothstep } from '../noise.ts'
import { blend, dim, evenRamp } from '../oklch.ts'
import { makePlanet } from './planet.ts'
import { scatterStars } from './sky.ts'

/** Glowing gas, dust before it, stars behind and in it, sometimes a planet. */
export const cosmos: Composition = { suits: ['space'], scale: 0.8, paint }

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const canvas = newCanvas(frame.width, frame.height)
  const gas = makeGas(stage)
  shade(canvas, frame, gas)
  scatterStars(canvas, frame, stage, { count: 1500, until: frame.bottom, bright: true })
  addJewels(canvas, stage)
  if (tags.has('planet') || random.chance(0.3)) {
    const planet = makePlanet(stage)
    shade(canvas, frame, (x, y, pixel) => {
      sampleAt(canvas, frame, x, y, pixel)
      planet(x, y, pixel)
    })
  }
  return canvas
}

function makeGas(stage: Stage) {
  const { random, palette, time } = stage
  const own = random.fork('gas')
  const noise = noiseFrom(own)
  const [offsetX, offsetY] = [own.between(-20, 20), own.between(-20, 20)]
  const [heartX, heartY] = [own.between(-0.25, 0.25), own.between(-0.22, 0.22)]
  const turn = own.between(0, Math.PI)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const scale = own.between(1.5, 2.3)
  const stretch = own.between(1.1, 2)
  const fine = octaves(stage, 4, 6)
  const { warm, cool, space, dust } = gasColours(stage)
  const tinted = new Float64Array(3)

  return (x: number, y: number, pixel: Float64Array) => {
    const u = (x * cos + y * sin) * scale + offsetX
    const v = (y * cos - x * sin) * scale * stretch + offsetY
    const bendX = layered(noise, u * 0.9 + 4.2, v * 0.9 + time * 0.01, 3)
    const bendY = layered(noise, u * 0.9 - 7.7, v * 0.9 + 3.1, 3)
    const body = layered(noise, u + bendX * 1.5, v + bendY * 1.5, fine, 0.55)
    const threads = ridged(noise, u * 1.3 + bendY * 1.1 + 9, v * 1.3 - bendX * 1.1, fine, 0.55)
    const heart = Math.exp(-((x - heartX) ** 2 + (y - heartY) ** 2) * 4.4)
    const glow = clamp(0.28 + body * 1.15 + (threads - 0.55) * 0.55) * (0.34 + 0.9 * heart)
    warm(clamp(glow * 0.95), pixel)
    const veil = smoothstep(
      0.0,
      0.55,
      layered(noise, u * 0.8 - bendX + 31, v * 0.8 + bendY, 3) + 0.12,
    )
    cool(clamp(glow * 1.25 * veil), tinted)
    cover(pixel, tinted, veil * 0.6)
    addLight(pixel, palette.glow, heart ** 3 * clamp(glow) * 0.5)
    const smoke =
      layered(noise, u * 1.4 + bendY * 2 + 60, v * 1.4 + bendX * 2, fine - 1, 0.56) +
      (threads - 0.6) * 0.3
    const lane = smoothstep(0.14, 0.5, smoke)
    cover(pixel, dust, lane * 0.85)
    const rim = smoothstep(0.02, 0.14, lane) * smoothstep(0.5, 0.14, lane)
    addLight(pixel, palette.haze, rim * heart * clamp(glow) * 0.3)
    dimPixel(pixel, 0.35 + 0.9 * clamp(glow * 1.6))
    addLight(pixel, space, 0.8)
  }
}

function gasColours({ palette }: Stage) {
  const dark = dim(palette.deep, 0.4)
  return {
    warm: evenRamp(dark, palette.shade, palette.mid, palette.haze, palette.glow),
    cool: evenRamp(dark, palette.shade, blend(palette.accent, palette.shade, 0.4), palette.accent),
    space: blend(palette.deep, palette.shade, 0.18),
    dust: dim(blend(palette.deep, palette.shade, 0.25), 0.4),
  }
}

/** A handful of near stars with a halo and the thin cross a telescope gives them. */
function addJewels(
  canvas: ReturnType<typeof newCanvas>,
  { frame, random, palette, detail }: Stage,
) {
  const own = random.fork('jewels')
  const count = Math.round(own.between(3, 10) * (0.5 + detail / 2))
  for (let index = 0; index < count; index++) {
    const x = own.between(-0.95, 0.95) * frame.right + frame.right
    const y = own.between(-0.95, 0.95) * frame.bottom + frame.bottom
    const size = own.between(0.25, 1) ** 2
    const tint = own.pick([palette.glow, [1, 1, 1] as const, blend(palette.accent, [1, 1, 1], 0.6)])
    const at = { x: x * frame.unit, y: y * frame.unit }
    splat(canvas, at, {
      radius: 0.0016 * frame.unit * (0.6 + size),
      light: dim(tint, 2.2 * size + 0.5),
    })
    splat(canvas, at, { radius: 0.011 * frame.unit * size, light: dim(tint, 0.16) })
    const reach = 0.035 * size * frame.unit
    for (let step = -reach; step <= reach; step += 0.5) {
      const light = dim(tint, 0.22 * (1 - Math.abs(step) / reach) ** 2.5)
      splat(canvas, { x: at.x + step, y: at.y }, { radius: 0.45, light })
      splat(canvas, { x: at.x, y: at.y + step }, { radius: 0.45, light })
    }
  }
}
