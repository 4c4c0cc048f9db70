import { addLight, columnAt, cover, dimPixel, newCanvas, rowAt, shade } from '../canvas/canvas.ts'
import { type Composition, octaves, type Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, smoothstep } from '../noise.ts'
import { blend, dim, type Pixel, rampOf } from '../oklch.ts'

/** Folds of something soft between cloth, smoke and liquid, lit from one side. */
export const silk: Composition = {
  suits: ['luxury', 'dream', 'romance', 'neon', 'drama'],
  scale: 0.75,
  paint,
}

function paint(stage: Stage) {
  const { frame } = stage
  const { width } = frame
  const folds = makeFolds(stage)
  const cloth: Cloth = {
    height: new Float32Array(width * frame.height),
    hue: new Float32Array(width * frame.height),
  }
  for (let row = 0, at = 0; row < frame.height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const fold = folds(
        (column + 0.5) / frame.unit - frame.right,
        (row + 0.5) / frame.unit - frame.bottom,
      )
      cloth.height[at] = fold.height
      cloth.hue[at] = fold.hue
    }
  }
  const canvas = newCanvas(width, frame.height)
  shade(canvas, frame, makeSheen(stage, cloth))
  return canvas
}

type Cloth = { height: Float32Array; hue: Float32Array }

/**
 * Light along the folds: colour by where it lies, gloss where it faces the light, depth where it
 * turns away.
 */
function makeSheen({ frame, random, palette }: Stage, { height, hue }: Cloth) {
  const { width } = frame
  const ramp = rampOf([
    [0, dim(palette.deep, 0.7)],
    [0.22, palette.shade],
    [0.5, palette.mid],
    [0.72, blend(palette.mid, palette.accent, 0.55)],
    [0.88, palette.haze],
    [1, palette.glow],
  ])
  const angle = random.between(0, Math.PI * 2)
  const [lightX, lightY] = [Math.cos(angle), Math.sin(angle)]
  const steep = 0.26 * frame.unit
  const shine = blend(palette.glow, [1, 1, 1], 0.25)
  const pit = dim(palette.deep, 0.6)
  const weave = noiseFrom(random.fork('weave'))
  return (x: number, y: number, pixel: Pixel) => {
    const column = clamp(columnAt(frame, x), 1, width - 2)
    const at = clamp(rowAt(frame, y), 1, frame.height - 2) * width + column
    const slopeX = ((height[at + 1] as number) - (height[at - 1] as number)) * steep
    const slopeY = ((height[at + width] as number) - (height[at - width] as number)) * steep
    const slope = Math.sqrt(slopeX * slopeX + slopeY * slopeY)
    const facing = (slopeX * lightX + slopeY * lightY) / Math.sqrt(1 + slope * slope)
    const level = height[at] as number
    ramp(clamp(0.16 + (hue[at] as number) * 0.6 + level * 0.1 + facing * 0.3), pixel)
    dimPixel(pixel, 0.42 + 0.62 * smoothstep(-0.75, 0.75, facing) + level * 0.1)
    addLight(pixel, shine, smoothstep(0.42, 0.98, facing) ** 2 * 0.55)
    cover(pixel, pit, smoothstep(0.9, 3.2, slope) * smoothstep(0.1, -0.7, facing) * 0.5)
    dimPixel(pixel, 1 + noiseAt(weave, x * 260 + slopeX * 8, y * 260) * 0.02)
  }
}

function makeFolds(stage: Stage) {
  const { random, time } = stage
  const own = random.fork('folds')
  const noise = noiseFrom(own)
  const turn = own.between(0, Math.PI)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const scale = own.between(0.75, 1.25)
  const stretch = own.between(0.32, 0.8)
  const [offsetX, offsetY] = [own.between(-30, 30), own.between(-30, 30)]
  const fine = octaves(stage, 1, 2)
  const answer = { height: 0, hue: 0 }
  return (x: number, y: number) => {
    const u = (x * cos + y * sin) * scale + offsetX
    const v = (y * cos - x * sin) * scale * stretch + offsetY + time * 0.02
    const firstX = noiseAt(noise, u * 1.1 + 1.7, v * 1.3 + 9.2)
    const firstY = noiseAt(noise, u * 1.2 + 8.3, v * 1.1 + 2.8)
    const secondX = noiseAt(noise, u + 2.1 * firstX + 3.1, v + 2.1 * firstY - 4.4)
    const secondY = noiseAt(noise, u + 2.1 * firstX + 12.3, v + 2.1 * firstY + 6.6)
    const body = layered(noise, u + 2.2 * secondX, v + 2.2 * secondY, fine, 0.35)
    const pleats = Math.sin((body * 3.1 + secondX * 1.4 + u * 0.7) * 5.2)
    answer.height = body * 1.5 + pleats * 0.085
    answer.hue = clamp(0.5 + secondY * 0.55 + body * 0.5 + firstX * 0.25)
    return answer
  }
}
