import type { Model } from '#core/models/rules/model.ts'
import { nearestSize, parseSize } from '#core/models/rules/nearest-option.ts'
import { imageFields } from './choose-model.ts'
import type { GivenFile } from './given-files.ts'
import { ignoredNames, type ModelRequest, ownFields, refuseProblems } from './model-request.ts'

type ImageRequest = {
  /** All that the client sent; the model's own fields are among it. */
  parameters: {
    prompt: string
    n?: number | undefined
    /** `WIDTHxHEIGHT` in pixels, or `auto`. */
    size?: string | undefined
    output_format?: string | undefined
    quality?: string | undefined
  }
  /** The parameters of the operation. */
  known: readonly string[]
  images: readonly GivenFile[]
  mask?: GivenFile
  /** What the operation calls these parameters in its errors. */
  names?: { prompt: string; size: string; image: string }
}

const usualNames = { prompt: 'prompt', size: 'size', image: 'image' }

/** Returns the request of a model that makes images. Throws `Refused` naming parameters. */
export function imageRequest(
  model: Model,
  { parameters: given, known, images, mask, names = usualNames }: ImageRequest,
): ModelRequest {
  const { prompt, n = 1, size = 'auto', output_format: format, quality } = given
  const promptField = model.promptField ?? 'prompt'
  const places = imageFields(model)
  const pixels = size === 'auto' ? undefined : parseSize(size)
  const countField = Object.hasOwn(model.fields, 'num_images') ? 'num_images' : null
  refuseProblems([
    ...(size !== 'auto' && !pixels
      ? [{ field: names.size, problem: 'wrong_form' as const, options: ['1024x1024', 'auto'] }]
      : []),
    ...(!countField && n > 1
      ? [{ field: 'n', problem: 'out_of_range' as const, min: 1, max: 1 }]
      : []),
    ...(mask && !places.mask ? [{ field: 'mask', problem: 'not_used' as const }] : []),
  ])
  const shape = pixels ? nearestSize(model, pixels) : {}
  const files = imageInput(model, images, names.image)
  return {
    model,
    files: [...images, ...(mask ? [mask] : [])],
    ignored: ignoredNames(model, given, known),
    parameters: {
      ...files.parameters,
      [promptField]: names.prompt,
      num_images: 'n',
      ...Object.fromEntries(Object.keys(shape).map((name) => [name, names.size])),
      ...(places.mask && { [places.mask]: 'mask' }),
    },
    input: {
      ...(countField && { [countField]: 1 }),
      ...ownFields(model, given, known),
      ...files.input,
      ...shape,
      [promptField]: prompt,
      ...(countField && given.n !== undefined && { [countField]: n }),
      ...(format && takesFormat(model, format) && { output_format: format }),
      ...(quality && quality !== 'auto' && Object.hasOwn(model.fields, 'quality') && { quality }),
      ...(places.mask && mask && { [places.mask]: mask.address }),
    },
  }
}

/**
 * Returns the images of a request in the model's field for them, with the parameter that they came
 * from. Throws `Refused` for more images than the model takes.
 */
export function imageInput(
  model: Model,
  images: readonly GivenFile[],
  parameter: string,
): Pick<ModelRequest, 'input' | 'parameters'> {
  const { images: field, isList } = imageFields(model)
  if (!isList && images.length > 1)
    refuseProblems([{ field: parameter, problem: 'too_many', max: 1 }])
  if (field === undefined) return { input: {}, parameters: {} }
  const addresses = images.map(({ address }) => address)
  return {
    input: images.length > 0 ? { [field]: isList ? addresses : addresses[0] } : {},
    parameters: { [field]: parameter },
  }
}

/** Whether the model makes images in this format where asked; others are converted. */
function takesFormat({ fields }: Model, format: string): boolean {
  const control = Object.hasOwn(fields, 'output_format') ? fields.output_format?.control : undefined
  return control?.kind === 'segments' && control.options.includes(format)
}
