import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { maxFileBytes } from '../../rules.ts'
import type { Pixels, Point, Size } from '../pixels/pixels.ts'
import { resizePixels } from '../pixels/resize.ts'
import type { Editor } from './editor-store.ts'
import { readImage, TooLargeError } from './image-files.ts'
import type { Layer } from './layers.ts'
import { Raster } from './raster.ts'

/**
 * Adds an image, a file or one at an address, as a layer with its middle at a place, by default that of the document; one that is
 * larger than the document is made smaller, with a word. Throws as `readImage`.
 */
export async function placeImage(
  editor: Editor,
  image: Blob | string,
  { name, at, source }: { name: string; at?: Point | undefined; source?: Layer['source'] },
): Promise<void> {
  const { size } = editor.store.getState()
  const read = await readImage(image)
  const pixels = fitInto(read, size)
  if (pixels.width < read.original.width) sayReduced(name, pixels)
  const raster = new Raster()
  raster.write(pixels, { x: 0, y: 0 })
  const middle = at ?? { x: size.width / 2, y: size.height / 2 }
  editor.addLayer({
    ...{ kind: 'image', name, raster, size: { width: pixels.width, height: pixels.height } },
    x: Math.round(middle.x - pixels.width / 2),
    y: Math.round(middle.y - pixels.height / 2),
    ...(source && { source }),
  })
}

/** Says that an image is smaller on the canvas than in its file. */
export function sayReduced(name: string, { width, height }: Size): void {
  toast(m.canvas_reduced({ name, width: `${width}`, height: `${height}` }))
}

/** Says why a file is not on the canvas. */
export function sayNotOpened(name: string, error: unknown): void {
  const isTooLarge = error instanceof TooLargeError
  const limit = { name, size: formatBytes(maxFileBytes) }
  toast(isTooLarge ? m.canvas_file_too_large(limit) : m.canvas_not_opened({ name }), {
    tone: 'bad',
  })
}

/** The image, made smaller where a side is longer than that of its place. */
export function fitInto(pixels: Pixels, place: Size): Pixels {
  const scale = Math.min(1, place.width / pixels.width, place.height / pixels.height)
  if (scale === 1) return pixels
  const size = {
    width: Math.max(1, Math.round(pixels.width * scale)),
    height: Math.max(1, Math.round(pixels.height * scale)),
  }
  const smaller = resizePixels(pixels, size)
  if (!smaller) throw new Error('Nothing cancels this')
  return smaller
}
