import { type Selection, selectionOf } from '../document/selection.ts'
import { type FramePlan, planFrame } from '../pixels/frame.ts'
import { maskFromBrightness } from '../pixels/mask.ts'
import {
  cropMask,
  intersectRects,
  type Mask,
  type Pixels,
  type Rect,
  type Size,
} from '../pixels/pixels.ts'
import { resizeMask } from '../pixels/resize.ts'
import type { ModelUse } from './model-use.ts'

/**
 * What a model that makes masks is sent (`plan`), and the part of the document in which it may
 * select (`area`), in pixels of the document.
 */
export type Segmentation = { area: Rect; plan: FramePlan }

/**
 * Plans what a model is sent of the frame: the part of it that is on the document, at a size that
 * the model takes. `null` where the frame lies beside the document.
 */
export function planSegmentation(
  { sizes }: Pick<ModelUse, 'sizes'>,
  { document, frame }: { document: Size; frame: Rect },
): Segmentation | null {
  const area = intersectRects(frame, { x: 0, y: 0, ...document })
  if (!area) return null
  return { area, plan: planFrame({ document, frame: area, padding: 0, outside: 'avoid', sizes }) }
}

/**
 * Returns what a mask of any size selects of the document: white is selected, grey partly. `null`
 * where it selects nothing.
 */
export function selectionFromMask(
  result: Pixels,
  { area, plan: { crop } }: Segmentation,
): Selection | null {
  const mask = resizeMask(withoutNoise(maskFromBrightness(result)), crop)
  return selectionOf(cropMask(mask, { ...area, x: area.x - crop.x, y: area.y - crop.y }), area)
}

/** How far black and white may be off in a lossy file, of 255. */
const noise = 8

function withoutNoise(mask: Mask): Mask {
  const data = mask.data.map((value) => (value < noise ? 0 : value > 255 - noise ? 255 : value))
  return { ...mask, data }
}
