import type { Bitmap } from '../canvas/develop.ts'
import { smoothstep } from '../field/curves.ts'

/** Lays one bitmap over another of the same size, in place; `share` 1 replaces it. */
export function layOver({ data }: Bitmap, over: Bitmap, share: number): void {
  for (let at = 0; at < data.length; at++) {
    const under = data[at] as number
    data[at] = under + ((over.data[at] as number) - under) * share
  }
}

/**
 * Lights one bitmap by another of the same size, in place: bright over makes brighter, dark over
 * makes darker.
 */
export function lightBy({ data }: Bitmap, over: Bitmap, share: number): void {
  for (let at = 0; at < data.length; at++) {
    const under = (data[at] as number) / 255
    const light = (over.data[at] as number) / 255
    const lit = under + (2 * light - 1) * under * (1 - under)
    data[at] = 255 * (under + (lit - under) * share)
  }
}

/**
 * Bitmaps of one size beside each other as one: each has its share of the width, and they run into
 * each other.
 */
export function mergeBeside(bitmaps: readonly [Bitmap, ...Bitmap[]]): Bitmap {
  const [{ width, height }] = bitmaps
  const data = new Uint8ClampedArray(bitmaps[0].data)
  bitmaps.slice(1).forEach((bitmap, before) => {
    const edge = (before + 1) / bitmaps.length
    for (let at = 0; at < data.length; at++) {
      const column = Math.floor(at / 3) % width
      const share = smoothstep(edge - 0.09, edge + 0.09, column / width)
      if (share > 0)
        data[at] = (data[at] as number) * (1 - share) + (bitmap.data[at] as number) * share
    }
  })
  return { width, height, data }
}
