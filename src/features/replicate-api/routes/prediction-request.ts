import { z } from 'zod'
import { imageFields } from '#core/client-apis/choose-model.ts'
import { type GivenFile, maxFiles, readAddress } from '#core/client-apis/given-files.ts'
import { imageInput } from '#core/client-apis/image-request.ts'
import { sizeForRatio } from '#core/client-apis/image-size.ts'
import {
  ignoredNames,
  type ModelRequest,
  ownFields,
  refusedField,
  refuseProblems,
} from '#core/client-apis/model-request.ts'
import type { Model } from '#core/models/rules/model.ts'
import { nearestLength, nearestSize, parseSize } from '#core/models/rules/nearest-option.ts'
import type { AllParts } from '#core/parts.ts'

const Input = z.record(z.string().max(100), z.unknown())
type Input = z.infer<typeof Input>

/** The body of a prediction (docs/replicate.md). */
export const PredictionParameters = z.looseObject({
  input: Input,
  version: z.string().min(1).max(200).optional(),
  model: z.string().min(1).max(200).optional(),
  webhook: z.string().nullish(),
})
export type PredictionParameters = z.infer<typeof PredictionParameters>

/** The query of a list. Replicate's filters by time and source are refused, not ignored. */
export const PredictionsQuery = z.strictObject({ cursor: z.string().optional() })

/** What the models of Replicate call the images that they start from. */
const imageNames = ['image', 'images', 'input_image', 'input_images', 'image_input', 'start_image']

/** Names of Replicate's models for what ours have, too. */
const known = [
  ...imageNames,
  'prompt',
  'text',
  'num_outputs',
  'aspect_ratio',
  'width',
  'height',
  'duration',
  'mask',
]

/** Reads the images of an input; those of `data:` URLs are stored. Throws `Refused` naming the parameter. */
export async function readImages(
  context: AllParts,
  accountId: string,
  input: Input,
): Promise<GivenFile[]> {
  const files: GivenFile[] = []
  for (const name of imageNames)
    for (const address of [input[name] ?? []].flat()) {
      if (typeof address !== 'string') throw refusedField(`input.${name}`, 'wrong_type')
      if (files.length === maxFiles)
        refuseProblems([{ field: `input.${name}`, problem: 'too_many', max: maxFiles }])
      files.push(await readAddress(context, accountId, `input.${name}`, address))
    }
  return files
}

/** Returns the request of a model for an input in the words of Replicate's models. Throws `Refused`. */
export function predictionRequest(
  model: Model,
  { input: given }: PredictionParameters,
  images: readonly GivenFile[],
): ModelRequest {
  const { fields } = model
  const isOwn = (name: string) => Object.hasOwn(fields, name)
  // A name that the model has, too, means its own field.
  const foreign = known.filter((name) => !isOwn(name) || imageNames.includes(name))
  const said = (name: string) => (foreign.includes(name) ? given[name] : undefined)
  const promptField = model.promptField ?? 'prompt'
  const prompt = given.prompt ?? given.text ?? given[promptField]
  const { mask: maskField } = imageFields(model)
  const mask = said('mask')
  const count = said('num_outputs')
  refuseProblems([
    ...(count !== undefined && count !== 1 && !isOwn('num_images')
      ? [{ field: 'input.num_outputs', problem: 'out_of_range' as const, min: 1, max: 1 }]
      : []),
    ...(mask !== undefined && !maskField
      ? [{ field: 'input.mask', problem: 'not_used' as const }]
      : []),
  ])
  const shape = shapeOf(model, said)
  const length = said('duration')
  if (length !== undefined && !(Number(length) > 0))
    throw refusedField('input.duration', 'wrong_type')
  const lasting = length === undefined ? {} : nearestLength(model, Number(length))
  const files = imageInput(model, images, 'input.image')
  const names = Object.keys(fields).map((name) => [name, `input.${name}`])
  return {
    model,
    files: images,
    ignored: ignoredNames(model, given, foreign),
    parameters: {
      ...Object.fromEntries(names),
      ...files.parameters,
      ...Object.fromEntries(Object.keys(shape).map((name) => [name, 'input.aspect_ratio'])),
      ...(count !== undefined && { num_images: 'input.num_outputs' }),
    },
    input: {
      ...ownFields(model, given, foreign),
      ...shape,
      ...lasting,
      ...files.input,
      ...(count !== undefined && isOwn('num_images') && { num_images: count }),
      ...(maskField && mask !== undefined && { [maskField]: mask }),
      ...(prompt !== undefined && { [promptField]: prompt }),
    },
  }
}

/** The nearest that the model offers to a ratio such as `16:9`, or to a width and a height. */
function shapeOf(model: Model, said: (name: string) => unknown) {
  const [ratio, width, height] = [said('aspect_ratio'), said('width'), said('height')]
  if (width !== undefined || height !== undefined) {
    const size = parseSize(`${width}x${height}`)
    if (!size) throw refusedField('input.width', 'wrong_form')
    return nearestSize(model, size)
  }
  if (ratio === undefined) return {}
  const size = /^[1-9]\d?:[1-9]\d?$/.test(String(ratio))
    ? parseSize(sizeForRatio({ ratio: String(ratio), scale: undefined }) ?? '')
    : undefined
  if (!size) throw refusedField('input.aspect_ratio', 'wrong_form')
  return nearestSize(model, size)
}
