import { type BlendFunction, type BlendMode, blendFunctions } from './blend-modes.ts'
import { createTriple, type Triple } from './color.ts'
import {
  checkInteger,
  checkPixels,
  checkRange,
  intersectRects,
  type Mask,
  type Pixels,
  type Point,
} from './pixels.ts'

/** `at`: where the layer's corner is on the target. `opacity`: 0 to 1. */
export type LayerOptions = { at?: Point; opacity?: number; mode?: BlendMode }

/**
 * Composes a layer over an image, in place: opacity and blend modes as in W3C Compositing and
 * Blending Level 1 (source-over, in sRGB as browsers do). Layer and image may overlap in part, or
 * not at all. Throws RangeError for a bad size, a place that is not whole, and an opacity that is
 * not from 0 to 1.
 */
export function composeOnto(
  target: Pixels,
  layer: Pixels,
  { at = { x: 0, y: 0 }, opacity = 1, mode = 'normal' }: LayerOptions = {},
): void {
  checkPixels(target, 'target')
  checkPixels(layer, 'layer')
  checkRange('opacity', opacity, 0, 1)
  checkInteger('at.x', at.x)
  checkInteger('at.y', at.y)
  const part = intersectRects(
    { ...at, width: layer.width, height: layer.height },
    { x: 0, y: 0, width: target.width, height: target.height },
  )
  if (!part || opacity === 0) return
  const writer = mode === 'normal' ? writeNormal : createWriter(blendFunctions[mode])
  for (let y = part.y; y < part.y + part.height; y++) {
    let to = (y * target.width + part.x) * 4
    let from = ((y - at.y) * layer.width + part.x - at.x) * 4
    for (let x = 0; x < part.width; x++, to += 4, from += 4) {
      const alpha = layer.data[from + 3] ?? 0
      if (alpha > 0) writer(target.data, to, layer.data, from, (alpha * opacity) / 255)
    }
  }
}

type Bytes = Pixels['data']
type Writer = (target: Bytes, to: number, layer: Bytes, from: number, alpha: number) => void

const writeNormal: Writer = (target, to, layer, from, alpha) => {
  const backdropAlpha = (target[to + 3] ?? 0) / 255
  const kept = backdropAlpha * (1 - alpha)
  const total = alpha + kept
  for (let channel = 0; channel < 3; channel++)
    target[to + channel] =
      (alpha * (layer[from + channel] ?? 0) + kept * (target[to + channel] ?? 0)) / total
  target[to + 3] = 255 * total
}

function createWriter(blend: BlendFunction): Writer {
  const [backdrop, source, blended] = [createTriple(), createTriple(), createTriple()]
  return (target, to, layer, from, alpha) => {
    const backdropAlpha = (target[to + 3] ?? 0) / 255
    const kept = backdropAlpha * (1 - alpha)
    const total = alpha + kept
    readColor(target, to, backdrop)
    readColor(layer, from, source)
    blend(backdrop, source, blended)
    for (let channel = 0; channel < 3; channel++) {
      const own = (source[channel] ?? 0) * (1 - backdropAlpha)
      const color = own + backdropAlpha * (blended[channel] ?? 0)
      target[to + channel] = (255 * (alpha * color + kept * (backdrop[channel] ?? 0))) / total
    }
    target[to + 3] = 255 * total
  }
}

function readColor(data: Bytes, at: number, color: Triple): void {
  color[0] = (data[at] ?? 0) / 255
  color[1] = (data[at + 1] ?? 0) / 255
  color[2] = (data[at + 2] ?? 0) / 255
}

/**
 * Mixes the other image into an image, in place, by a mask; colours count by their opacity. Where
 * the mask is 0 or 255, bytes are those of the one or the other.
 */
export function blendRows(
  target: Pixels,
  other: Pixels,
  mask: Mask,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const share = mask.data[index] ?? 0
    if (share === 0) continue
    const at = index * 4
    const otherAlpha = (other.data[at + 3] ?? 0) * share
    const alpha = (target.data[at + 3] ?? 0) * (255 - share) + otherAlpha
    if (share === 255 || alpha === 0) {
      for (let channel = 0; channel < 4; channel++)
        target.data[at + channel] = other.data[at + channel] ?? 0
      continue
    }
    for (let channel = 0; channel < 3; channel++) {
      const kept = (target.data[at + channel] ?? 0) * (alpha - otherAlpha)
      target.data[at + channel] = (kept + (other.data[at + channel] ?? 0) * otherAlpha) / alpha
    }
    target.data[at + 3] = alpha / 255
  }
}
