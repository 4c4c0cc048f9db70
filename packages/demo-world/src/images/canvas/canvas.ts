import type { Light, Pixel } from '../oklch.ts'

/** An image while it is computed: three numbers a pixel, linear light, lamps brighter than 1. */
export type Canvas = { width: number; height: number; data: Float32Array }

export function newCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/**
 * The place of a pixel in the scene: the middle is (0, 0), y grows downwards, and the whole image
 * has the area 1 whatever its shape, so that things keep their size when the shape changes.
 */
export type Frame = { width: number; height: number; unit: number; right: number; bottom: number }

export function frameOf(width: number, height: number): Frame {
  const unit = Math.sqrt(width * height)
  return { width, height, unit, right: width / 2 / unit, bottom: height / 2 / unit }
}

/** The column of pixels at a place in the scene; what lies outside gets the nearest one. */
export function columnAt({ width, right, unit }: Frame, x: number): number {
  return Math.min(width - 1, Math.max(0, Math.floor((x + right) * unit)))
}

/** The row of pixels at a place in the scene; what lies outside gets the nearest one. */
export function rowAt({ height, bottom, unit }: Frame, y: number): number {
  return Math.min(height - 1, Math.max(0, Math.floor((y + bottom) * unit)))
}

/** A place in the scene, in pixels. */
export function pixelsAt(
  { right, bottom, unit }: Frame,
  x: number,
  y: number,
): { x: number; y: number } {
  return { x: (x + right) * unit, y: (y + bottom) * unit }
}

/** Sets every pixel by a function of its place in the scene. */
export function shade(
  canvas: Canvas,
  { unit }: Frame,
  colour: (x: number, y: number, pixel: Pixel) => void,
): void {
  const pixel = new Float64Array(3)
  const { width, height, data } = canvas
  let at = 0
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5 - height / 2) / unit
    for (let column = 0; column < width; column++) {
      colour((column + 0.5 - width / 2) / unit, y, pixel)
      data[at] = pixel[0] as number
      data[at + 1] = pixel[1] as number
      data[at + 2] = pixel[2] as number
      at += 3
    }
  }
}

/** Lays `colour` over a pixel; `cover` 0 leaves it, 1 replaces it. */
export function cover(pixel: Pixel, colour: Light | Pixel, share: number): void {
  const red = pixel[0] as number
  const green = pixel[1] as number
  const blue = pixel[2] as number
  pixel[0] = red + ((colour[0] as number) - red) * share
  pixel[1] = green + ((colour[1] as number) - green) * share
  pixel[2] = blue + ((colour[2] as number) - blue) * share
}

/** Adds light to a pixel. */
export function addLight(pixel: Pixel, colour: Light, strength: number): void {
  pixel[0] = (pixel[0] as number) + colour[0] * strength
  pixel[1] = (pixel[1] as number) + colour[1] * strength
  pixel[2] = (pixel[2] as number) + colour[2] * strength
}

/** Takes light away from a pixel. */
export function dimPixel(pixel: Pixel, factor: number): void {
  pixel[0] = (pixel[0] as number) * factor
  pixel[1] = (pixel[1] as number) * factor
  pixel[2] = (pixel[2] as number) * factor
}

/** Lays `colour` over one pixel of a canvas; `at` is where its three numbers begin. */
export function coverAt({ data }: Canvas, at: number, colour: Light | Pixel, share: number): void {
  const red = data[at] as number
  const green = data[at + 1] as number
  const blue = data[at + 2] as number
  data[at] = red + ((colour[0] as number) - red) * share
  data[at + 1] = green + ((colour[1] as number) - green) * share
  data[at + 2] = blue + ((colour[2] as number) - blue) * share
}

/** Adds light to one pixel of a canvas; `at` is where its three numbers begin. */
export function lightAt(
  { data }: Canvas,
  at: number,
  colour: Light | Pixel,
  strength: number,
): void {
  data[at] = (data[at] as number) + (colour[0] as number) * strength
  data[at + 1] = (data[at + 1] as number) + (colour[1] as number) * strength
  data[at + 2] = (data[at + 2] as number) + (colour[2] as number) * strength
}

/** Takes light away from one pixel of a canvas; `at` is where its three numbers begin. */
export function dimAt({ data }: Canvas, at: number, factor: number): void {
  data[at] = (data[at] as number) * factor
  data[at + 1] = (data[at + 1] as number) * factor
  data[at + 2] = (data[at + 2] as number) * factor
}
