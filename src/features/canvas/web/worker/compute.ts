import { type Adjustment, adjustPixels } from '../adjust/adjustments.ts'
import {
  combineSelections,
  featherSelection,
  growSelection,
  type Selection,
  type SelectionOperation,
  selectionOf,
} from '../document/selection.ts'
import type { Rgba } from '../pixels/color.ts'
import { fillMask } from '../pixels/fill.ts'
import { combineMasks, maskBounds } from '../pixels/mask.ts'
import {
  cropMask,
  cropPixels,
  type Mask,
  type Pixels,
  type Rect,
  type Size,
} from '../pixels/pixels.ts'
import { selectByColor, type WandOptions } from '../pixels/wand.ts'

/** An image to be adjusted, as far as a mask of its size says. */
export type AdjustRequest = { kind: 'adjust'; pixels: Pixels; adjustment: Adjustment; mask?: Mask }

/**
 * A colour to be selected. `pixels`: of the document's size; `before`: the selection to which
 * `operation` is done.
 */
export type WandRequest = {
  kind: 'wand'
  pixels: Pixels
  options: WandOptions
  before: Selection | null
  operation: SelectionOperation
}

/** A selection whose edge moves outwards by `by` pixels, or inwards where it is negative. */
export type GrowRequest = { kind: 'grow'; selection: Selection; by: number; size: Size }

/** A selection whose edge becomes soft over `width` pixels. `size`: of the document. */
export type FeatherRequest = { kind: 'feather'; selection: Selection; width: number; size: Size }

/** An area of one colour to be filled, as far as a mask of the size of `pixels` says. */
export type FillRequest = {
  kind: 'fill'
  pixels: Pixels
  options: WandOptions
  color: Rgba
  mask?: Mask
}

/** What was filled: a part of the image, and where it is in it. */
export type Filled = { pixels: Pixels; bounds: Rect }

export type ComputeRequest =
  | AdjustRequest
  | WandRequest
  | GrowRequest
  | FeatherRequest
  | FillRequest

/** What is computed; `null`: nothing is selected, or nothing is filled. */
export type ComputeAnswer<Request extends ComputeRequest> = Request extends AdjustRequest
  ? Pixels
  : Request extends FillRequest
    ? Filled | null
    : Selection | null

/** Computes what a request asks for. Throws RangeError for bad sizes and numbers. */
export function compute(request: ComputeRequest): ComputeAnswer<ComputeRequest> {
  switch (request.kind) {
    case 'adjust':
      return adjustPixels(request.pixels, request.adjustment, request.mask)
    case 'wand':
      return selectAlike(request)
    case 'grow':
      return growSelection(request.selection, request.by, request.size)
    case 'feather':
      return featherSelection(request.selection, request.width, request.size)
    case 'fill':
      return fillAlike(request)
  }
}

function selectAlike({ pixels, options, before, operation }: WandRequest): Selection | null {
  const found = selectionOf(selectByColor(pixels, options), { x: 0, y: 0 })
  return combineSelections(before, found, operation)
}

function fillAlike({ pixels, options, color, mask }: FillRequest): Filled | null {
  const area = selectByColor(pixels, options)
  const filling = mask ? combineMasks(area, mask, 'intersect') : area
  const bounds = maskBounds(filling)
  if (!bounds) return null
  return { pixels: fillMask(cropPixels(pixels, bounds), color, cropMask(filling, bounds)), bounds }
}

/**
 * The buffers that a request or an answer gives away when it is sent: those of images and masks,
 * but not of selections in a request, which the document goes on using.
 */
export function transferOf(message: ComputeRequest | ComputeAnswer<ComputeRequest>): ArrayBuffer[] {
  if (!message) return []
  if ('data' in message) return [message.data.buffer]
  return [
    ...('pixels' in message ? [message.pixels.data.buffer] : []),
    ...('mask' in message && message.mask ? [message.mask.data.buffer] : []),
  ]
}
