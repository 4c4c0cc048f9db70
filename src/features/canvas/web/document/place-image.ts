import type { Pixels, Size } from '../pixels/pixels.ts'
import { resizePixels } from '../pixels/resize.ts'
import type { Editor } from './editor-store.ts'
import { readImage } from './image-files.ts'
import { Raster } from './raster.ts'

/**
 * Adds an image as a layer in the middle of the document; one that is larger is made smaller.
 * Throws where the browser cannot open it.
 */
export async function placeImage(editor: Editor, source: Blob, name: string): Promise<void> {
  const { size } = editor.store.getState()
  const pixels = fitInto(await readImage(source), size)
  const raster = new Raster()
  raster.write(pixels, { x: 0, y: 0 })
  editor.addLayer({
    ...{ kind: 'image', name, raster },
    x: Math.round((size.width - pixels.width) / 2),
    y: Math.round((size.height - pixels.height) / 2),
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
