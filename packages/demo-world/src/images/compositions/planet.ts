import { addLight, cover, dimPixel } from '../canvas/canvas.ts'
import { octaves, type Stage } from '../composition.ts'
import {
  clamp,
  layered,
  type Noise,
  noiseAt,
  noiseFrom,
  type Random,
  smoothstep,
} from '../noise.ts'
import { blend, dim, evenRamp, type Pixel } from '../oklch.ts'

/** A banded planet with a lit side, a breath of air around it, and maybe a ring. */
export function makePlanet(stage: Stage) {
  const { random, frame, palette } = stage
  const own = random.fork('planet')
  const noise = noiseFrom(own)
  const radius = own.between(0.1, 0.3)
  const [cx, cy] = [own.between(-0.7, 0.7) * frame.right, own.between(-0.6, 0.6) * frame.bottom]
  const angle = own.between(0, Math.PI * 2)
  const light = [Math.cos(angle) * 0.85, Math.sin(angle) * 0.5, 0.42] as const
  const tilt = own.between(-0.6, 0.6)
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const bands = makeBands(stage, noise, own)
  const air = blend(palette.haze, palette.accent, 0.35)
  const ring = own.chance(0.45) ? makeRing(stage, noise, own) : undefined
  const surface = new Float64Array(3)

  return (x: number, y: number, pixel: Pixel) => {
    const [dx, dy] = [(x - cx) / radius, (y - cy) / radius]
    const [across, down] = [dx * cos + dy * sin, dy * cos - dx * sin]
    const distance = Math.hypot(across, down)
    const towards = dx * light[0] + dy * light[1]
    const rim = clamp((1 - distance) * radius * frame.unit + 0.5)
    if (distance > 1)
      addLight(pixel, air, 0.3 * Math.exp(-(distance - 1) * 16) * clamp(0.35 + towards))
    if (rim > 0) {
      const z = Math.sqrt(Math.max(0, 1 - distance * distance))
      bands(across, down, z, surface)
      const facing = towards + z * light[2]
      dimPixel(surface, smoothstep(-0.12, 0.75, facing) * 1.05 + 0.012)
      addLight(surface, air, (1 - z) ** 2.6 * smoothstep(-0.2, 0.6, facing) * 0.75)
      cover(pixel, surface, rim)
    }
    if (!ring || (down <= 0 && distance <= 1)) return
    const aside = Math.abs(dx * light[1] - dy * light[0])
    ring(
      across,
      down,
      1 - 0.75 * smoothstep(0.1, 0.5, -towards) * smoothstep(1.05, 0.85, aside),
      pixel,
    )
  }
}

/** The weather of a gas giant: bands along its latitudes, curled where they meet. */
function makeBands(stage: Stage, noise: Noise, own: Random) {
  const { palette, time } = stage
  const count = own.between(3, 8)
  const swirl = own.between(0.3, 1.2)
  const fine = octaves(stage, 3, 6)
  const ramp = evenRamp(
    palette.shade,
    palette.mid,
    palette.haze,
    blend(palette.haze, palette.accent, 0.5),
    palette.mid,
  )
  return (across: number, down: number, z: number, pixel: Pixel) => {
    const wide = Math.asin(clamp(down, -1, 1))
    const long = Math.atan2(across, Math.max(0.05, z)) + time * 0.05
    const flow = layered(noise, long * 1.1 + 5, wide * 5, 3) * swirl
    const curl =
      flow + layered(noise, long * 2.6 + flow * 2, wide * 9 + flow * 3, fine) * swirl * 0.5
    const band = Math.sin((wide + curl * 0.1) * count * 2) * 0.21
    const streaks = layered(noise, long * 1.6 + curl, wide * 16 + curl * 1.5, fine) * 0.42
    ramp(clamp(0.5 + band + streaks), pixel)
  }
}

function makeRing({ palette }: Stage, noise: Noise, own: Random) {
  const flat = own.between(0.16, 0.34)
  const dust = blend(palette.haze, palette.glow, 0.3)
  return (across: number, down: number, light: number, pixel: Pixel) => {
    const distance = Math.hypot(across, down / flat)
    if (distance < 1.32 || distance > 2.35) return
    const grooves =
      0.55 + 0.45 * noiseAt(noise, distance * 26, 1.5) + 0.3 * noiseAt(noise, distance * 90, 7.5)
    const thick =
      clamp(grooves) * smoothstep(1.32, 1.4, distance) * smoothstep(2.35, 2.15, distance)
    cover(pixel, dim(dust, 0.85 * light), thick * 0.72)
  }
}
