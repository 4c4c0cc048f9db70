import { sample } from '../../canvas/blur.ts'
import { addLight, cover, newCanvas, shade } from '../../canvas/canvas.ts'
import { blend, dim } from '../../colour/oklch.ts'
import { clamp, smoothstep } from '../../field/curves.ts'
import { layered, noiseFrom } from '../../field/noise.ts'
import { cloudiness, makeSky } from '../sky/sky.ts'
import { type Composition, octaves, type Stage } from '../stage.ts'

/** Open water to the horizon, and the light lying on it. */
export const sea: Composition = {
  suits: ['dusk', 'dawn', 'golden', 'tropic', 'night'],
  scale: 0.9,
  outdoors: true,
  paint,
}

function paint(stage: Stage) {
  const { frame, random, palette, tags } = stage
  const night = tags.has('night')
  const horizon = random.between(-0.04, 0.14) * frame.bottom * 2
  const sun = {
    x: random.between(-0.62, 0.62) * frame.right,
    y: horizon - random.between(night ? 0.16 : 0.03, night ? 0.34 : 0.17),
    radius: random.between(0.022, 0.045),
  }
  const sky = makeSky(stage, { horizon, sun, clouds: cloudiness(stage, 0.3, 0.85), night })
  const canvas = newCanvas(frame.width, frame.height)
  const water = makeWater(stage, horizon)
  const above = newCanvas(frame.width, frame.height)
  shade(above, frame, (x, y, pixel) => sky(x, y < horizon ? y : horizon - (y - horizon), pixel))

  const abyss = dim(blend(palette.deep, palette.shade, 0.45), 0.9)
  shade(canvas, frame, (x, y, pixel) => {
    if (y < horizon) {
      sample(above, (x + frame.right) * frame.unit, (y + frame.bottom) * frame.unit, pixel)
      return
    }
    const [slopeX, slopeY, distance] = water(x, y)
    const mirrored = horizon - (y - horizon) * 0.9 - 0.004
    const reach = 0.32 * (1 - distance) + 0.03
    sample(
      above,
      (x + slopeX * reach * 0.5 + frame.right) * frame.unit,
      (mirrored + slopeY * reach - Math.abs(slopeX) * reach * 0.3 + frame.bottom) * frame.unit,
      pixel,
    )
    const facing = clamp(0.52 - slopeY * 1.5 + distance * 0.4)
    cover(pixel, abyss, clamp(0.78 - facing))
    const column = Math.exp(-(((x - sun.x + slopeX * 0.05) / (0.03 + (y - horizon) * 0.34)) ** 2))
    const spark = smoothstep(0.16, 0.42, slopeY + slopeX * 0.4) * column
    addLight(pixel, palette.glow, spark * (night ? 0.5 : 1.1))
    const rim = Math.exp(-(y - horizon) * 60)
    cover(pixel, palette.haze, rim * 0.35)
  })
  return canvas
}

/** The slope of the water and how far away it is (1 at the horizon), in perspective. */
function makeWater(stage: Stage, horizon: number) {
  const { random, frame, time } = stage
  const noise = noiseFrom(random.fork('waves'))
  const wind = random.between(0.6, 1.5)
  const fine = octaves(stage, 2, 4)
  const slope: [number, number, number] = [0, 0, 0]
  return (x: number, y: number) => {
    const down = (y - horizon) / (frame.bottom - horizon)
    const depth = 0.09 / (down + 0.012)
    const u = x * depth * 16
    const v = depth * 15 + time * 0.4
    const calm = clamp(1 - depth / 7.5)
    slope[0] = layered(noise, u * 0.9 + 31, v * 1.6 + 5, fine, 0.55) * calm * wind
    slope[1] = layered(noise, u * 0.5, v * 1.7, fine, 0.6) * calm * wind
    slope[2] = 1 - Math.sqrt(clamp(down))
    return slope
  }
}
