import { type Canvas, coverAt, dimAt, type Frame } from '../canvas/canvas.ts'
import { clamp, layered, type Noise, noiseAt, smoothstep } from '../noise.ts'
import type { Pixel, Ramp } from '../oklch.ts'

/** One petal, from its foot outwards, in scene units. */
export type Petal = {
  x: number
  y: number
  angle: number
  length: number
  width: number
  /** Where along its length it is widest, 0 to 1. */
  fullest: number
  /** 0 a round tip to 1 a pointed one. */
  point: number
  /** How much its plane is seen from the side: 1 from above. */
  flat: number
  /** How far its tip curls up and catches light. */
  curl: number
  /** A random number for its veins. */
  mark: number
}

export type PetalLight = { x: number; y: number }

export type PetalLook = { ramp: Ramp; noise: Noise; light: PetalLight }

/** Draws a petal over the image: first its soft shadow, then the petal, shaded across and along. */
export function drawPetal(canvas: Canvas, frame: Frame, petal: Petal, look: PetalLook): void {
  const [cos, sin] = [Math.cos(petal.angle), Math.sin(petal.angle)]
  const margin = Math.min(0.02, petal.length * 0.11)
  const bounds = boundsOf(frame, petal)
  const widths = widthsOf(petal)
  const shadeAt = makeSurface(petal, look)
  for (let row = bounds.top; row <= bounds.bottom; row++) {
    const dy = ((row + 0.5) / frame.unit - frame.bottom - petal.y) / petal.flat
    for (let column = bounds.left; column <= bounds.right; column++) {
      const dx = (column + 0.5) / frame.unit - frame.right - petal.x
      const along = (dx * cos + dy * sin) / petal.length
      if (along < -0.1 || along > 1.14) continue
      const side = dy * cos - dx * sin
      const half = widths(clamp(along))
      const ruffle =
        noiseAt(look.noise, along * 5 + petal.mark, petal.mark * 3.1) * petal.width * 0.08
      const tip = (1 - along) * petal.length * 0.8
      const distance = Math.min(half + ruffle - Math.abs(side), tip, along * petal.length + 0.004)
      if (distance < -margin) continue
      const at = (row * frame.width + column) * 3
      const edge = clamp(distance * frame.unit + 0.5)
      if (edge < 1)
        dimAt(canvas, at, 1 - 0.45 * Math.exp(Math.min(0, distance / margin) * 2.2) * (1 - edge))
      if (edge > 0)
        coverAt(canvas, at, shadeAt(side / Math.max(0.002, half), along, distance), edge)
    }
  }
}

/**
 * The colour of a petal: `across` -1 to 1 and `along` 0 to 1, `distance` from its edge in scene
 * units.
 */
function makeSurface(petal: Petal, { ramp, noise, light }: PetalLook) {
  const [cos, sin] = [Math.cos(petal.angle), Math.sin(petal.angle)]
  const sideLit = -sin * light.x + cos * light.y * petal.flat
  const tipLit = cos * light.x + sin * light.y * petal.flat
  const pixel = new Float64Array(3)
  return (across: number, along: number, distance: number): Pixel => {
    const vein = layered(noise, across * 7 + petal.mark * 9, along * 1.6 + petal.mark, 3, 0.6)
    const cup = across * sideLit * 0.42 + (along - 0.45) * tipLit * 0.35 * petal.curl
    ramp(clamp(along * 0.86 + 0.05 + vein * 0.07 + cup * 0.2), pixel)
    const crease = 1 - 0.2 * Math.exp(-Math.abs(across) * 9) * (1 - along)
    const depth = 0.22 + 0.78 * smoothstep(-0.05, 0.62, along)
    const bright = Math.max(0.1, (0.8 + tipLit * 0.26 + cup * 0.9 + vein * 0.2) * crease * depth)
    const rim = smoothstep(0.009, 0.0008, distance) * (0.06 + 0.15 * clamp(tipLit + 0.4))
    for (let part = 0; part < 3; part++) {
      const value = pixel[part] as number
      pixel[part] = value * bright + value ** 0.6 * rim
    }
    return pixel
  }
}

/**
 * Half the petal's breadth by the place along it, from a table because it is needed for every
 * pixel.
 */
function widthsOf(petal: Petal): (along: number) => number {
  const steps = 64
  const table = Float32Array.from({ length: steps + 2 }, (_, step) => {
    return petal.width * outline(petal, clamp(step / steps, 0.001, 1))
  })
  return (along) => {
    const step = Math.floor(along * steps)
    const narrow = table[step] as number
    return narrow + ((table[step + 1] as number) - narrow) * (along * steps - step)
  }
}

function outline({ fullest, point }: Petal, along: number): number {
  const rising = along < fullest ? Math.sin((along / fullest) * (Math.PI / 2)) ** 0.8 : 1
  if (along <= fullest) return rising
  const fall = (along - fullest) / (1 - fullest)
  const round = Math.sqrt(Math.max(0, 1 - fall * fall))
  const pointed = Math.max(0, 1 - fall) ** 0.9
  return round + (pointed - round) * point
}

function boundsOf(frame: Frame, { x, y, angle, length, width, flat }: Petal) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const half = width * 1.1 + 0.02
  const corners = [-0.1, 1.14].flatMap((along) =>
    [-half, half].map(
      (side) =>
        [along * length * cos - side * sin, (along * length * sin + side * cos) * flat] as const,
    ),
  )
  const columns = corners.map(([dx]) => (x + dx + frame.right) * frame.unit)
  const rows = corners.map(([, dy]) => (y + dy + frame.bottom) * frame.unit)
  return {
    left: Math.max(0, Math.floor(Math.min(...columns))),
    right: Math.min(frame.width - 1, Math.ceil(Math.max(...columns))),
    top: Math.max(0, Math.floor(Math.min(...rows))),
    bottom: Math.min(frame.height - 1, Math.ceil(Math.max(...rows))),
  }
}
