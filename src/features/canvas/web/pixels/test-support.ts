import { createMask, createPixels, type Mask, type Pixels, type Rect, type Size } from './pixels.ts'

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a whole number of a range. */
export function randomInteger(random: () => number, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1))
}

/** Returns an image of noise. */
export function noise(size: Size, random: () => number, isOpaque = false): Pixels {
  const pixels = createPixels(size)
  for (let index = 0; index < pixels.data.length; index++)
    pixels.data[index] = isOpaque && index % 4 === 3 ? 255 : Math.floor(random() * 256)
  return pixels
}

/** Returns an image of one colour. */
export function plain(size: Size, color: readonly [number, number, number, number]): Pixels {
  const pixels = createPixels(size)
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data.set(color, at)
  return pixels
}

/** Returns the colour of a pixel. */
export function colorAt({ width, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

/** Returns a mask of what is set in a drawing: `#` is 255, `+` 128, all else 0. */
export function drawnMask(...rows: string[]): Mask {
  const mask = createMask({ width: rows[0]?.length ?? 0, height: rows.length })
  const values: Record<string, number> = { '#': 255, '+': 128 }
  mask.data.set([...rows.join('')].map((sign) => values[sign] ?? 0))
  return mask
}

/** Returns a drawing of a mask. */
export function drawing({ width, height, data }: Mask): string[] {
  const sign = (value: number) => (value === 255 ? '#' : value === 0 ? '.' : '+')
  return Array.from({ length: height }, (_row, y) =>
    [...data.subarray(y * width, (y + 1) * width)].map(sign).join(''),
  )
}

/** Returns a mask of a few random discs and rectangles. */
export function randomMask(size: Size, random: () => number): Mask {
  const mask = createMask(size)
  for (let shape = randomInteger(random, 1, 3); shape > 0; shape--) {
    const x = randomInteger(random, 0, size.width - 1)
    const y = randomInteger(random, 0, size.height - 1)
    const radius = randomInteger(random, 0, Math.ceil(Math.min(size.width, size.height) / 5))
    const isRound = random() < 0.5
    for (let row = 0; row < size.height; row++)
      for (let column = 0; column < size.width; column++) {
        const [dx, dy] = [Math.abs(column - x), Math.abs(row - y)]
        const distance = isRound ? Math.hypot(dx, dy) : Math.max(dx, dy)
        if (distance <= radius) mask.data[row * size.width + column] = 255
      }
  }
  return mask
}

/** Returns the distance of a pixel to the nearest of 128 or more, by looking at every one. */
export function distanceTo(mask: Mask, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, value] of mask.data.entries())
    if (value >= 128)
      nearest = Math.min(
        nearest,
        Math.hypot((index % mask.width) - x, Math.floor(index / mask.width) - y),
      )
  return nearest
}

/** Returns the largest difference of a channel, within a part. */
export function maxDifference(a: Pixels, b: Pixels, part: Rect = { x: 0, y: 0, ...a }): number {
  let most = 0
  for (let y = part.y; y < part.y + part.height; y++)
    for (let at = (y * a.width + part.x) * 4; at < (y * a.width + part.x + part.width) * 4; at++)
      most = Math.max(most, Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)))
  return most
}
