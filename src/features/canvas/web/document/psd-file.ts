import { type Psd, type Layer as PsdLayer, writePsdUint8Array } from 'ag-psd'
import { maskBounds } from '../pixels/mask.ts'
import { cropPixels, type Mask, type Pixels, type Size } from '../pixels/pixels.ts'
import type { BlendMode } from './layers.ts'

/** A layer of a PSD file with pixels of the whole document, or a group of layers. */
export type FileLayer = {
  name: string
  opacity: number
  blend: BlendMode
  isVisible: boolean
} & ({ pixels: Pixels } | { layers: Iterable<FileLayer> })

/**
 * Writes a PSD file: its layers, the lowest first, each as large as what is painted on it, and the
 * picture that programs show which read no layers.
 */
export function writePsdFile(
  { width, height }: Size,
  layers: Iterable<FileLayer>,
  composite: Pixels,
): Uint8Array<ArrayBuffer> {
  const children = Array.from(layers, toPsdLayer)
  const psd: Psd = { width, height, children, imageData: composite }
  return new Uint8Array(writePsdUint8Array(psd))
}

function toPsdLayer({ name, opacity, blend, isVisible, ...content }: FileLayer): PsdLayer {
  const common = {
    ...{ name, opacity, hidden: !isVisible },
    // Both name the W3C's blend modes, which are Photoshop's.
    blendMode: blend.replace('-', ' ') as NonNullable<PsdLayer['blendMode']>,
  }
  if ('layers' in content) {
    // As on the canvas, a group that changes nothing is not mixed as a whole.
    const isThrough = opacity === 1 && blend === 'normal'
    const children = Array.from(content.layers, toPsdLayer)
    return { ...common, ...(isThrough && { blendMode: 'pass through' }), children }
  }
  const bounds = maskBounds(alphaOf(content.pixels))
  if (!bounds) return common
  return {
    ...common,
    ...{ left: bounds.x, top: bounds.y, imageData: cropPixels(content.pixels, bounds) },
  }
}

function alphaOf({ data, width, height }: Pixels): Mask {
  const alpha = new Uint8Array(width * height)
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3] ?? 0
  return { width, height, data: alpha }
}
