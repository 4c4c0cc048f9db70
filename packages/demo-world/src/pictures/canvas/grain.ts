import { randomFrom } from '../field/random.ts'
import type { Bitmap } from './develop.ts'

const tableSize = 1 << 16

/**
 * Film grain, strongest in the middle tones. `amount` is about its spread in levels of 255. Changes
 * `bitmap`.
 */
export function addGrain(bitmap: Bitmap, amount: number, seed: string): void {
  if (amount <= 0) return
  const random = randomFrom(`grain/${seed}`)
  const table = Float32Array.from({ length: tableSize }, () => random.bell() * 1.6)
  const { width, height, data } = bitmap
  let at = 0
  for (let row = 0; row < height; row++) {
    let place = random.whole(0, tableSize - 1)
    for (let column = 0; column < width; column++) {
      const middle = (data[at + 1] as number) / 255
      const strength = amount * (0.35 + 2.6 * middle * (1 - middle))
      const speck =
        (table[place & (tableSize - 1)] as number) +
        (table[(place + 1) & (tableSize - 1)] as number) * 0.5
      const tint = table[(place * 7 + 3) & (tableSize - 1)] as number
      data[at] = (data[at] as number) + strength * (speck + tint * 0.18)
      data[at + 1] = (data[at + 1] as number) + strength * speck
      data[at + 2] = (data[at + 2] as number) + strength * (speck - tint * 0.22)
      place++
      at += 3
    }
  }
}
