import type { Size } from './pixels.ts'

/** Rounds over the hole at each size; the smaller sizes have already spread what is far. */
const rounds = 24

/** How far each step goes beyond the mean of the neighbours: faster, and still stable below 2. */
const overshoot = 1.5

/**
 * Fills, in place, the holes of a field with the smoothest values that meet those around them
 * (Laplace's equation): each the mean of its four neighbours, to within a small fraction of the
 * differences. What has nothing around it stays. `isHole`: above 0 in a hole.
 */
export function solveMembrane(field: Float32Array, isHole: Uint8Array, size: Size): void {
  if (size.width > 2 && size.height > 2 && isHole.includes(0)) startFromHalf(field, isHole, size)
  const { width, height } = size
  for (let round = 0; round < rounds; round++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const index = y * width + x
        if (!isHole[index]) continue
        // Beyond the field, the nearest goes on: a border without a slope.
        const own = field[index] ?? 0
        const left = x > 0 ? (field[index - 1] ?? 0) : own
        const right = x < width - 1 ? (field[index + 1] ?? 0) : own
        const above = y > 0 ? (field[index - width] ?? 0) : own
        const below = y < height - 1 ? (field[index + width] ?? 0) : own
        field[index] = own + overshoot * ((left + right + above + below) / 4 - own)
      }
}

/** Solves the field at half its size, and takes the values of its holes from there. */
function startFromHalf(field: Float32Array, isHole: Uint8Array, { width, height }: Size): void {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const coarse = new Float32Array(half.width * half.height)
  const counts = new Uint8Array(coarse.length)
  const place = (index: number) =>
    Math.floor(Math.floor(index / width) / 2) * half.width + Math.floor((index % width) / 2)
  for (let index = 0; index < field.length; index++) {
    if (isHole[index]) continue
    const at = place(index)
    coarse[at] = (coarse[at] ?? 0) + (field[index] ?? 0)
    counts[at] = (counts[at] ?? 0) + 1
  }
  const isCoarseHole = new Uint8Array(coarse.length)
  for (let at = 0; at < coarse.length; at++) {
    const count = counts[at] ?? 0
    isCoarseHole[at] = count === 0 ? 1 : 0
    if (count > 0) coarse[at] = (coarse[at] ?? 0) / count
  }
  solveMembrane(coarse, isCoarseHole, half)
  for (let index = 0; index < field.length; index++)
    if (isHole[index]) field[index] = coarse[place(index)] ?? 0
}
