import { maxFileBytes, maxSide } from '../../rules.ts'
import type { Pixels, Size } from '../pixels/pixels.ts'
import { newCanvas } from './raster.ts'

/** Writes pixels as a PNG file. Throws where the browser has no memory for it. */
export async function pngOf({ data, width, height }: Pixels): Promise<Blob> {
  const { canvas, context } = newCanvas(width, height)
  context.putImageData(new ImageData(data, width, height), 0, 0)
  return blobOf(canvas, 'image/png')
}

/** Encodes a canvas. Throws where the browser cannot. */
export async function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  if (!blob) throw new Error(`The browser cannot write ${type}`)
  return blob
}

/** A file of more bytes than the server takes of pixels. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

/** More pixels than Safari gives a canvas on a phone or tablet. */
const mostOnTouch = 16_777_216

/** What was read, and the size that the file has: larger where it was made smaller. */
export type ReadImage = Pixels & { original: Size }

/**
 * Reads an image file, or one at an address; one of too many pixels for this device is made
 * smaller. Throws `TooLargeError`, and an error where the browser cannot open it.
 */
export async function readImage(source: Blob | string): Promise<ReadImage> {
  const blob = typeof source === 'string' ? await (await fetch(source)).blob() : source
  if (blob.size > maxFileBytes) throw new TooLargeError(`The file has ${blob.size} bytes`)
  const image = await createImageBitmap(blob)
  const original = { width: image.width, height: image.height }
  const most = matchMedia('(pointer: coarse)').matches ? mostOnTouch : maxSide ** 2
  const scale = Math.min(1, Math.sqrt(most / (image.width * image.height)))
  const shown = [Math.floor(image.width * scale), Math.floor(image.height * scale)] as const
  const { canvas, context } = newCanvas(Math.max(1, shown[0]), Math.max(1, shown[1]))
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height, original }
}
