import { availableValues, type FormValues, initialValues } from '#core/models/rules/form-values.ts'
import { sendFile } from '#web/lib/upload.ts'
import { pngOf } from '../document/image-files.ts'
import { flatten, type Layer, readMask, shownReferences } from '../document/layers.ts'
import { fitInto } from '../document/place-image.ts'
import { planFrame } from '../pixels/frame.ts'
import {
  combineMasks,
  isMaskEmpty,
  maskBounds,
  maskFromTransparency,
  maskToPixels,
} from '../pixels/mask.ts'
import { fitSize } from '../pixels/model-sizes.ts'
import { overGrey } from '../pixels/over-grey.ts'
import { seamMask } from '../pixels/paste-back.ts'
import { cropMask, type Mask, type Pixels, type Rect, type Size } from '../pixels/pixels.ts'
import { resizeMask, resizePixels } from '../pixels/resize.ts'
import { sendControlImages } from './control-images.ts'
import { type ModelUse, optionOfSize } from './model-use.ts'
import type { Job, SeamSettings } from './result-layer.ts'

/** Thrown where a model needs a mask and none is painted in the frame. */
export class NoMaskError extends Error {
  override readonly name = 'NoMaskError'
}

type PartOfDocument = { layers: readonly Layer[]; document: Size; frame: Rect }

/**
 * Plans what a model is sent. Empty parts of the frame are to be filled, so they belong to the mask
 * of a model that takes one. Throws `NoMaskError`.
 */
export function planJob(
  use: ModelUse,
  { layers, document, frame }: PartOfDocument,
  seam: SeamSettings,
): Job {
  const hasMask = use.way === 'inpaint' || use.way === 'edit'
  const painted = !hasMask ? null : maskInFrame(layers, document, frame, use.way)
  if (use.way === 'inpaint' && !painted) throw new NoMaskError('Nothing is painted in the frame')
  const bounds = painted && maskBounds(painted)
  const plan = planFrame({
    ...{ document, frame, sizes: use.sizes },
    maskBounds: bounds && { ...bounds, x: bounds.x + frame.x, y: bounds.y + frame.y },
    padding: bounds ? seam.padding : 0,
    outside: 'extend',
  })
  const { crop } = plan
  const mask = painted && cropMask(painted, { ...crop, x: crop.x - frame.x, y: crop.y - frame.y })
  return { frame, plan, mask, seam }
}

function maskInFrame(
  layers: readonly Layer[],
  document: Size,
  frame: Rect,
  way: ModelUse['way'],
): Mask | null {
  const painted = readMask(layers, frame)
  const empty = maskFromTransparency(flatten(layers, document, frame))
  const whole = way === 'inpaint' ? combineMasks(painted, empty, 'union') : painted
  return isMaskEmpty(whole) ? null : whole
}

/** What is chosen for a model beside the document. */
type Choices = { words: string; frame: Size; count?: number }

/** The values of a model's form for a frame, without the images: their price is that of the result. */
export function formValuesOf(use: ModelUse, { words, frame, count }: Choices): FormValues {
  const option = optionOfSize(use, fitSize(frame, use.sizes))
  return availableValues(use.model, {
    ...{ ...initialValues(use.model), ...use.values },
    ...(use.promptField && { [use.promptField]: words }),
    ...(use.sizeField && option && { [use.sizeField]: option }),
    ...(count !== undefined && use.count?.options.includes(count) && { [use.count.field]: count }),
  })
}

/** The record that a generation on the document continues: that of the uppermost layer with one. */
export const parentOf = (layers: readonly Layer[]): string | undefined =>
  layers.findLast(({ source }) => source)?.source?.generation_id

/** `values`: what was chosen in the form, without the pictures. */
type Sending = { values: FormValues; signal: AbortSignal }

/** The values of a create call: the pictures are sent first. Throws `UploadError`. */
export async function valuesOf(
  use: ModelUse,
  job: Job,
  { layers, document, values: chosen, signal }: PartOfDocument & Sending,
): Promise<FormValues> {
  const { model, imageField, maskField, sizeField, isList, maxImages } = use
  const { crop, size } = job.plan
  const values: FormValues = { ...chosen }
  if (imageField) {
    // Models read transparency as they like.
    const image = resizePixels(flatten(layers, document, crop), size)
    const address = image && (await sendPixels(overGrey(image), 'canvas.png', signal))
    const further = isList ? referencesOf(layers).slice(0, maxImages - 1) : []
    const references = await Promise.all(
      further.map((pixels, at) => sendPixels(overGrey(pixels), `reference-${at + 1}.png`, signal)),
    )
    values[imageField] = isList ? [address, ...references] : address
  }
  if (maskField && job.mask) {
    const seam = seamMask(job.mask, { grow: job.seam.grow, feather: 0 })
    const white = maskToPixels(resizeMask(seam, size), 'white')
    values[maskField] = await sendPixels(white, 'mask.png', signal)
  }
  Object.assign(
    values,
    await sendControlImages(use, { layers, plan: job.plan }, (pixels, name) =>
      sendPixels(pixels, name, signal),
    ),
  )
  const option = optionOfSize(use, size)
  if (sizeField && option) values[sizeField] = option
  return availableValues(model, values)
}

/** The pictures of the references that are shown, the uppermost first. */
function referencesOf(layers: readonly Layer[]): Pixels[] {
  return shownReferences(layers).flatMap(({ raster }) => {
    const bounds = raster.bounds()
    return bounds ? fitInto(raster.read(bounds), largestReference) : []
  })
}

/** What most models take of a picture, a side, in pixels. */
const largestReference: Size = { width: 2048, height: 2048 }

async function sendPixels(pixels: Pixels, name: string, signal: AbortSignal): Promise<string> {
  const file = new File([await pngOf(pixels)], name, { type: 'image/png' })
  return sendFile(file, 'image', { onSent: () => undefined, signal })
}
