import { addLight, type Canvas, cover, type Frame, pixelsAt } from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import { octaves, type Stage } from '../composition.ts'
import { clamp, dice, layered, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Light, type Pixel, rampOf } from '../oklch.ts'

export type SkyOptions = {
  /** Where the sky ends, in scene units from the middle downwards. */
  horizon: number
  sun: { x: number; y: number; radius: number }
  /** 0 clear to 1 overcast. */
  clouds: number
  night?: boolean
}

/**
 * The sky as a function of place: gradient, glow around the sun or moon, its disc, and clouds lit
 * from there.
 */
export function makeSky(
  stage: Stage,
  options: SkyOptions,
): (x: number, y: number, pixel: Pixel) => void {
  const { palette, frame } = stage
  const { horizon, sun, night = false } = options
  const zenith = night ? blend(palette.shade, palette.deep, 0.55) : palette.shade
  const ramp = rampOf([
    [0, blend(palette.haze, palette.glow, night ? 0 : 0.25)],
    [0.14, palette.haze],
    [0.46, palette.mid],
    [1, zenith],
  ])
  const cloudsAt = makeClouds(stage, options)
  const height = horizon + frame.bottom
  const strength = night ? 0.34 : 0.8
  const starsAt = makeStars(stage)
  const moon = noiseFrom(stage.random.fork('moon'))

  return (x, y, pixel) => {
    const altitude = (horizon - y) / height
    ramp(Math.abs(altitude), pixel)
    const dx = x - sun.x
    const dy = (y - sun.y) * 1.2
    const distance = Math.sqrt(dx * dx + dy * dy)
    addLight(
      pixel,
      palette.glow,
      strength * (0.34 * Math.exp(-distance * 3.6) + 0.5 * Math.exp(-distance * 11)),
    )
    if (night) starsAt(x, y, smoothstep(0.05, 0.5, altitude), pixel)
    const veil = cloudsAt(x, y, distance, pixel)
    const away = Math.hypot(dx, y - sun.y)
    if (away < sun.radius && altitude > -0.02) {
      const disc = clamp((sun.radius - away) * frame.unit * 0.7)
      const seas = night
        ? 0.3 * clamp(0.5 + layered(moon, dx / sun.radius + 4, (y - sun.y) / sun.radius, 4))
        : 0
      cover(pixel, palette.glow, disc * (1 - veil * 0.75))
      addLight(pixel, palette.glow, (night ? 0.25 - seas : 0.9) * disc * (1 - veil))
    }
  }
}

/**
 * How much of the sky is clouded, between `low` and `high` unless the prompt speaks of the weather.
 */
export function cloudiness({ tags, random }: Stage, low: number, high: number): number {
  const share = random.next()
  if (tags.has('storm') || tags.has('rain')) return 0.85 + share * 0.25
  if (tags.has('minimal') || tags.has('stars')) return low * share
  return low + (high - low) * share
}

/** Stars as a function of place, at most one in every cell of a fine grid. */
function makeStars({ random, frame, palette }: Stage) {
  const key = random.fork('stars').whole(0, 1e9)
  const cell = 0.014
  return (x: number, y: number, strength: number, pixel: Pixel) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    const chance = dice(key, column, row)
    if (chance > 0.5) return
    const dx = x / cell - column - 0.2 - 0.6 * dice(key + 1, column, row)
    const dy = y / cell - row - 0.2 - 0.6 * dice(key + 2, column, row)
    const size = 0.55 + 0.75 * (chance * 2) ** 12
    const distance = (Math.hypot(dx, dy) * cell * frame.unit) / size
    if (distance < 2.2)
      addLight(
        pixel,
        palette.glow,
        strength * (0.06 + 0.8 * (chance * 2) ** 6) * Math.exp(-distance * distance),
      )
  }
}

/** Answers how much of the sky it hid. */
function makeClouds(stage: Stage, { horizon, clouds, sun, night }: SkyOptions) {
  const { palette, frame, random, time } = stage
  const own = random.fork('clouds')
  const noise = noiseFrom(own)
  const [offsetX, offsetY] = [own.between(-50, 50), own.between(-50, 50)]
  const stretch = own.between(1.6, 3.2)
  const fine = octaves(stage, 3, 6)
  const bright: Light = dim(blend(palette.haze, palette.glow, 0.6), night ? 0.5 : 1.05)
  const dark = blend(palette.shade, palette.mid, 0.35)
  const height = horizon + frame.bottom
  const threshold = 0.3 - clouds * 0.42

  return (x: number, y: number, toSun: number, pixel: Pixel): number => {
    const altitude = (horizon - y) / height
    if (altitude <= 0 || clouds <= 0) return 0
    const near = 1 / (altitude + 0.16)
    const u = (x * near * 3) / stretch + offsetX + time * 0.02
    const v = near * 1.5 + offsetY
    const swirl = noiseAt(noise, u * 0.7 + 7.7, v * 0.7)
    const density = layered(noise, u + swirl * 0.55, v + swirl * 0.3, fine, 0.52)
    const opacity = smoothstep(threshold, threshold + 0.34, density) * smoothstep(0, 0.08, altitude)
    if (opacity <= 0.003) return 0
    const towards = layered(
      noise,
      u + swirl * 0.55 + (sun.x - x) * 0.35,
      v + swirl * 0.3 + (y < sun.y ? -0.14 : 0.14),
      3,
      0.5,
    )
    const lit = clamp(0.42 + (density - towards) * 1.5 - (density - threshold) * 0.35)
    const warmth = lit * (0.55 + 0.75 * Math.exp(-toSun * 2.4))
    cover(pixel, dark, opacity * 0.82 * (1 - lit * 0.5))
    cover(pixel, bright, clamp(opacity * warmth))
    return opacity
  }
}

export type StarField = {
  /** How many on an image, at full detail. */
  count: number
  /** No stars below this, in scene units. */
  until: number
  /** Whether some are rather bright. */
  bright?: boolean
}

/** Stars of many small and few large sizes, white to the palette's colours. */
export function scatterStars(canvas: Canvas, frame: Frame, stage: Stage, field: StarField): void {
  const random = stage.random.fork('stars')
  const { palette } = stage
  const tints = [
    [1, 1, 1] as const,
    palette.glow,
    blend(palette.haze, [1, 1, 1], 0.4),
    blend(palette.accent, [1, 1, 1], 0.5),
  ]
  for (let index = 0; index < field.count * (0.4 + 0.6 * stage.detail); index++) {
    const x = random.between(-frame.right, frame.right)
    const y = random.between(-frame.bottom, field.until)
    const size = random.next() ** (field.bright ? 12 : 26)
    const tint = random.pick(tints)
    const light = 0.05 + 0.5 * random.next() ** 3 + size * 1.6
    splat(canvas, pixelsAt(frame, x, y), {
      radius: (0.0005 + size * 0.0011) * frame.unit,
      light: [tint[0] * light, tint[1] * light, tint[2] * light],
    })
  }
}
