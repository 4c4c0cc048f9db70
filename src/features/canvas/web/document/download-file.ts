import type { Size } from '../pixels/pixels.ts'
import { blobOf } from './image-files.ts'
import { flatten, isBeside, type Layer, layerAlone, shownName } from './layers.ts'
import type { FileLayer } from './psd-file.ts'
import { newCanvas } from './raster.ts'

/** What a canvas is downloaded as; `psd`: with its layers, for other programs. */
export const fileTypes = ['png', 'jpeg', 'webp', 'psd'] as const
export type FileType = (typeof fileTypes)[number]

/**
 * Writes the picture without masks, references and control layers, or with `psd` every layer. Throws
 * where the browser cannot, or has no memory for it.
 */
export async function downloadFile(
  type: FileType,
  layers: readonly Layer[],
  size: Size,
): Promise<Blob> {
  const all = { x: 0, y: 0, ...size }
  const flat = flatten(layers, size, all)
  if (type === 'psd') {
    const { writePsdFile } = await import('./psd-file.ts')
    const file = writePsdFile(size, fileLayers(layers, size), flat)
    return new Blob([file], { type: 'image/vnd.adobe.photoshop' })
  }
  const { canvas, context } = newCanvas(size.width, size.height)
  context.putImageData(new ImageData(flat.data, size.width, size.height), 0, 0)
  if (type === 'jpeg') {
    // JPEG has no transparency, which would become black.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = 'white'
    context.fillRect(0, 0, size.width, size.height)
  }
  const blob = await blobOf(canvas, `image/${type}`)
  if (blob.type !== `image/${type}`) throw new Error(`The browser cannot write ${type}`)
  return blob
}

/**
 * One layer after the other, so that only one is in memory as a whole. Masks, references and
 * control layers are hidden.
 */
function* fileLayers(
  layers: readonly Layer[],
  size: Size,
  parent: string | null = null,
): Generator<FileLayer> {
  for (const layer of layers.filter((one) => one.parent === parent)) {
    const { name, opacity, blend } = layer
    const isVisible = layer.isVisible && !isBeside(layer)
    const common = { name: shownName(layer), opacity, blend, isVisible }
    yield layer.kind === 'group'
      ? { ...common, name, layers: fileLayers(layers, size, layer.id) }
      : { ...common, pixels: flatten(layerAlone(layers, layer), size, { x: 0, y: 0, ...size }) }
  }
}
