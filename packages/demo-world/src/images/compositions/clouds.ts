import { addLight, cover } from '../canvas/canvas.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, mix, type Noise, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, type Ramp, rampOf } from '../oklch.ts'
import { type Layer, paintLayers } from './ridges.ts'
import { cloudiness, makeSky } from './sky.ts'

/** A sea of clouds seen from above, bank behind bank, lit along their tops. */
export const clouds: Composition = {
  suits: ['dawn', 'dusk', 'dream', 'golden', 'day'],
  scale: 0.7,
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const horizon = random.between(-0.2, 0.04) * frame.bottom * 2
  const sun = {
    x: random.between(-0.65, 0.65) * frame.right,
    y: horizon - random.between(-0.005, 0.14),
    radius: random.between(0.025, 0.05),
  }
  const sky = makeSky(stage, {
    horizon: horizon + 0.03,
    sun,
    clouds: cloudiness(stage, 0.2, 0.8),
    night: tags.has('night'),
  })
  const count = random.whole(9, 12)
  const banks = Array.from({ length: count }, (_, index) =>
    makeBank(stage, 1 - index / (count - 1), horizon, sun),
  )
  return paintLayers(stage, banks, sky)
}

/** Rounded heaps with sharp creases between them. */
function billow(noise: Noise, x: number, y: number, layers: number): number {
  let sum = 0
  let strength = 0.55
  for (let layer = 0; layer < layers; layer++) {
    sum += strength * Math.abs(noiseAt(noise, x, y)) * 1.6
    const turned = 1.7 * x + 1.1 * y + 4.3
    y = 1.7 * y - 1.1 * x + 1.9
    x = turned
    strength *= 0.5
  }
  return sum
}

/** One bank of clouds; `near` is 0 at the horizon and 1 at one's feet. */
function makeBank(
  stage: Stage,
  near: number,
  horizon: number,
  sun: { x: number; y: number },
): Layer {
  const { frame, palette, random, time } = stage
  const own = random.fork(`bank ${near}`)
  const noise = noiseFrom(own)
  const base = mix(horizon + 0.025, frame.bottom * 1.12, near ** 1.7)
  const rise = mix(0.035, 0.24, near ** 1.2) * own.between(0.7, 1.25)
  const scale = mix(7, 1.7, near ** 0.7)
  const fine = octaves(stage, 3, 6)
  const drift = own.between(-30, 30) + time * 0.01 * near
  const body = bankColours(stage, near)
  const air = blend(palette.haze, palette.glow, 0.2)
  const surface = new Float64Array(3)
  const heap = (x: number, y: number, layers: number) =>
    billow(noise, x * scale + drift, y * scale * 1.25, layers)
  const crest = Float32Array.from({ length: frame.width }, (_, column) => {
    const x = (column + 0.5) / frame.unit - frame.right
    return base - rise * (heap(x, 3.3, 3) * 1.5 + layered(noise, x * scale * 0.35 + 50, 1, 2) * 0.9)
  })
  return {
    hides: (y, column) => y - (crest[column] as number) > rise * 0.28,
    lay: (x, y, column, pixel) => {
      const down = y - (crest[column] as number)
      if (down < -rise * 0.9) return
      const puff = heap(x, y, fine)
      const below = down + (puff - 0.35) * rise * 0.55
      const edge = smoothstep(-rise * 0.04, rise * 0.09, below)
      if (edge <= 0) return
      const step = 0.09 / scale
      const towards = heap(
        x + clamp((sun.x - x) * 5, -1, 1) * step,
        y - step * 1.4,
        Math.min(fine, 4),
      )
      const lit = clamp(0.5 + (puff - towards) * 2.4)
      const deep = clamp(below / (rise * 1.35))
      body(clamp(deep * 0.75 + (1 - lit) * 0.5 - 0.12), surface)
      const toSun = Math.hypot(x - sun.x, (y - sun.y) * 1.3)
      addLight(surface, palette.glow, (0.1 + lit * 0.4) * Math.exp(-toSun * 3.4) * (1 - deep * 0.6))
      cover(surface, air, (1 - near) ** 2 * 0.5 + smoothstep(0.5, 1.2, deep) * 0.22)
      cover(pixel, surface, edge)
    },
  }
}

/** From the lit tops down into the shade. */
function bankColours({ palette }: Stage, near: number): Ramp {
  return rampOf([
    [0, blend(palette.haze, palette.glow, 0.75)],
    [0.22, blend(palette.haze, palette.mid, 0.25)],
    [0.6, blend(palette.mid, palette.shade, 0.45 + near * 0.2)],
    [1, blend(palette.shade, palette.deep, near * 0.35)],
  ])
}
