import { addLight, cover, dimPixel, newCanvas, shade } from '../../canvas/canvas.ts'
import { blend, dim } from '../../colour/oklch.ts'
import { evenRamp } from '../../colour/ramp.ts'
import { clamp, smoothstep } from '../../field/curves.ts'
import { layered, noiseFrom } from '../../field/noise.ts'
import { cloudiness, makeSky } from '../sky/sky.ts'
import type { Composition, Stage } from '../stage.ts'
import { lookOver, softenCrests } from './terrain.ts'

/** Sand under a low sun: sharp crests between light and shadow, ripples at one's feet. */
export const dunes: Composition = { suits: ['dry', 'golden', 'dusk', 'warm'], scale: 0.78, outdoors: true, paint }

function paint(stage: Stage) {
  const { frame, random, palette, tags } = stage
  const from = random.pick(['left', 'right'] as const)
  const side = from === 'left' ? 1 : -1
  const horizon = random.between(-0.22, -0.06) * frame.bottom * 2
  const sun = {
    x: -side * random.between(0.15, 0.8) * frame.right,
    y: horizon - random.between(0.05, 0.2),
    radius: random.between(0.02, 0.045),
  }
  const sky = makeSky(stage, {
    horizon: horizon + 0.04,
    sun,
    clouds: cloudiness(stage, 0, 0.5),
    night: tags.has('night'),
  })
  const height = sandHeight(stage, side)
  const terrain = lookOver(frame, {
    height,
    eye: random.between(0.75, 1.05),
    horizon,
    near: 1,
    far: 34,
    light: { from, slope: random.between(0.16, 0.3) },
  })
  const sand = makeSand(stage, side)
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const column = Math.min(frame.width - 1, Math.floor((x + frame.right) * frame.unit))
    const at = Math.min(frame.height - 1, Math.floor((y + frame.bottom) * frame.unit)) * frame.width + column
    const z = terrain.depth[at] as number
    if (z === 0) return sky(x, y, pixel)

    // Looked at from a little before: exactly on a crest the far slope would flicker through.
    const gap = 0.006 * z
    const before = z - gap * 2.2
    const here = height(x * before, before)
    const across = (height(x * before + gap, before) - here) / gap
    const away = (here - height(x * before, before - gap)) / gap
    const ground = sand({ x: x * z, z, across, away, shine: terrain.sun[at] as number })
    cover(ground, palette.haze, smoothstep(4, 30, z) * 0.8)
    addLight(ground, palette.glow, 0.26 * Math.exp(-Math.hypot(x - sun.x, y - sun.y) * 4.2))
    cover(pixel, ground, 1)
  })
  softenCrests(canvas, terrain)
  return canvas
}

type Spot = { x: number; z: number; across: number; away: number; shine: number }

/** The colour of the sand at a spot: where it faces the sun, what lies in shadow, ripples and grains. */
function makeSand(stage: Stage, side: number) {
  const { palette, random, detail } = stage
  const noise = noiseFrom(random.fork('ripples'))
  const lit = evenRamp(
    blend(palette.shade, palette.mid, 0.6),
    palette.mid,
    blend(palette.mid, palette.haze, 0.45),
    blend(palette.haze, palette.glow, 0.1),
  )
  const shadow = dim(blend(palette.deep, palette.shade, 0.62), 0.9)
  const bounce = blend(palette.shade, palette.mid, 0.45)
  const ground = new Float64Array(3)
  return ({ x, z, across, away, shine }: Spot) => {
    const near = Math.exp(-z * 0.3) * detail
    const wander = layered(noise, x * 0.9, z * 0.9, 2)
    const ripple = Math.sin((z * 30 + x * 11 * side + wander * 13) * (1 + 0.12 * wander)) * 0.13 * near
    const towards = across * side * 1.25 - away * 0.22 + ripple
    lit(clamp(0.42 + towards * 0.85), ground)
    const dark = clamp(Math.max(smoothstep(-0.1, -0.42, across * side), (1 - shine) * 0.94))
    cover(ground, blend(shadow, bounce, clamp(0.35 + away * 0.4)), dark * 0.9)
    dimPixel(ground, 1 + layered(noise, x * 70, z * 70, 2) * 0.16 * near)
    return ground
  }
}

/** Long ridges across the wind: a gentle slope towards the sun's side, a sharp crest, a steep slope behind. */
function sandHeight({ random, time }: Stage, side: number) {
  const own = random.fork('sand')
  const noise = noiseFrom(own)
  const turn = own.between(0.15, 0.75)
  const [acrossWind, alongWind] = [Math.cos(turn) * side, Math.sin(turn) * own.pick([1, -1])]
  const length = own.between(3.2, 5.2)
  const offset = own.between(0, 50)
  return (x: number, z: number) => {
    const warp = noise(x * 0.14 + offset, z * 0.12) * 0.95 + noise(x * 0.42, z * 0.36 + offset) * 0.16
    const main = ridge((acrossWind * x + alongWind * z) / length + warp + offset + time * 0.004)
    const minor = ridge((acrossWind * x * 0.8 + z * 0.9) / (length * 0.42) + warp * 1.7)
    const strength = 0.55 + 0.45 * noise(x * 0.2 + 30, z * 0.17 + offset)
    const fade = clamp((z - 0.4) / 2.4) * (1 - smoothstep(10, 34, z) * 0.75)
    return (main * strength * 1.3 + minor * (1 - strength) * 0.3) * fade - 0.3
  }
}

function ridge(phase: number): number {
  const place = phase - Math.floor(phase)
  const crest = 0.68
  if (place < crest) return (place / crest) ** 1.7
  const down = 1 - (place - crest) / (1 - crest)
  return down * down * (1.6 - 0.6 * down)
}
