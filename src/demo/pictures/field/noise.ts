import type { Random } from './random.ts'

/** A smooth random field: about -1 to 1, with features of about one unit. */
export type Noise = (x: number, y: number) => number

const size = 256
const diagonal = Math.SQRT2

/** Gradient noise whose lattice is drawn from `random`. */
export function noiseFrom(random: Random): Noise {
  const order = shuffled(random)
  const gradientX = new Float64Array(size)
  const gradientY = new Float64Array(size)
  for (let index = 0; index < size; index++) {
    const angle = random.next() * Math.PI * 2
    gradientX[index] = Math.cos(angle) * diagonal
    gradientY[index] = Math.sin(angle) * diagonal
  }
  const corner = (column: number, row: number, dx: number, dy: number) => {
    const at = order[((order[column & 255] as number) + row) & 255] as number
    return (gradientX[at] as number) * dx + (gradientY[at] as number) * dy
  }
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const dx = x - column
    const dy = y - row
    const across = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
    const down = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
    const a = corner(column, row, dx, dy)
    const b = corner(column + 1, row, dx - 1, dy)
    const c = corner(column, row + 1, dx, dy - 1)
    const d = corner(column + 1, row + 1, dx - 1, dy - 1)
    const top = a + (b - a) * across
    return top + (c + (d - c) * across - top) * down
  }
}

function shuffled(random: Random): Uint8Array {
  const order = Uint8Array.from({ length: size }, (_, index) => index)
  for (let index = size - 1; index > 0; index--) {
    const other = random.whole(0, index)
    const kept = order[index] as number
    order[index] = order[other] as number
    order[other] = kept
  }
  return order
}

/** Layers of noise, each twice as fine and half as strong as the one before, turned so that no grid shows. */
export function layered(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
  let sum = 0
  let strength = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise(x, y)
    const turned = 1.6 * x + 1.2 * y + 17.3
    y = 1.6 * y - 1.2 * x + 9.1
    x = turned
    strength *= gain
  }
  return sum
}

/** Layers of folded noise: sharp crests over rounded valleys, 0 to about 1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
  let sum = 0
  let strength = 0.5
  let carried = 1
  for (let octave = 0; octave < octaves; octave++) {
    const crest = 1 - Math.abs(noise(x, y))
    sum += strength * crest * crest * carried
    carried = crest
    const turned = 1.6 * x + 1.2 * y + 17.3
    y = 1.6 * y - 1.2 * x + 9.1
    x = turned
    strength *= gain
  }
  return sum
}
