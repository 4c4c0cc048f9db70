import type { Pixels } from '../pixels/pixels.ts'
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

/** Reads an image file, or one at an address. Throws where the browser cannot open it. */
export async function readImage(source: Blob | string): Promise<Pixels> {
  const blob = typeof source === 'string' ? await (await fetch(source)).blob() : source
  const image = await createImageBitmap(blob)
  const { canvas, context } = newCanvas(image.width, image.height)
  context.drawImage(image, 0, 0)
  image.close()
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}
