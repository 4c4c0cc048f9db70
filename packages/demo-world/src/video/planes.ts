import type { Bitmap } from '../images/canvas/develop.ts'

/**
 * An image in a video's format: lightness for every pixel, the two colour differences for every two
 * by two.
 */
export type Planes = {
  width: number
  height: number
  light: Uint8Array
  blue: Uint8Array
  red: Uint8Array
}

export function newPlanes(width: number, height: number): Planes {
  const quarter = (width / 2) * (height / 2)
  return {
    width,
    height,
    light: new Uint8Array(width * height),
    blue: new Uint8Array(quarter),
    red: new Uint8Array(quarter),
  }
}

/**
 * A bitmap with even sides as planes (BT.601, limited range, which players assume for small
 * videos).
 */
export function planesOf({ width, height, data }: Bitmap): Planes {
  const planes = newPlanes(width, height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
      planes.light[row * width + column] = 16.5 + 0.257 * r + 0.504 * g + 0.098 * b
      if (row % 2 === 0 && column % 2 === 0) {
        const place = (row / 2) * (width / 2) + column / 2
        planes.blue[place] = 128.5 - 0.148 * r - 0.291 * g + 0.439 * b
        planes.red[place] = 128.5 + 0.439 * r - 0.368 * g - 0.071 * b
      }
    }
  }
  return planes
}

/** Blends two of the same size, written to `target`; `share` is the weight of the second. */
export function mixPlanes(from: Planes, to: Planes, share: number, target: Planes): void {
  const weight = Math.round(share * 256)
  for (const part of ['light', 'blue', 'red'] as const) {
    const [before, after, mixed] = [from[part], to[part], target[part]]
    for (let at = 0; at < mixed.length; at++) {
      const start = before[at] as number
      mixed[at] = start + ((((after[at] as number) - start) * weight) >> 8)
    }
  }
}
