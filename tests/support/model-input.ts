import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { chooseEndpoint, type Model } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { priceOf } from '#core/models/rules/price.ts'
import type { AllParts } from '#core/parts.ts'
import { testUpload } from './files.ts'

/** An address of a file that a field takes. */
export type FileFor = (accept: Accept) => string

const samples: Record<Accept, [name: string, type: string]> = {
  image: ['photo.jpg', 'image/jpeg'],
  video: ['clip-silent.mp4', 'video/mp4'],
  'video-or-gif': ['clip-silent.mp4', 'video/mp4'],
  audio: ['sound.wav', 'audio/wav'],
}

/** A real photo and a real clip, uploaded by this account. */
export async function uploadedFiles(context: AllParts, accountId: string): Promise<FileFor> {
  const [image, video, audio] = await Promise.all([
    testUpload(context, accountId, ...samples.image),
    testUpload(context, accountId, ...samples.video),
    testUpload(context, accountId, ...samples.audio),
  ])
  return (accept) => (accept === 'image' ? image : accept === 'audio' ? audio : video).address
}

/**
 * An input that the model takes: what its form starts with, words and files where the form waits
 * for them, and `own` where the model has such a field. `endpoint`: with whatever else makes the
 * model answer there.
 */
export function modelInput(
  model: Model,
  fileFor: FileFor,
  { own = {}, endpoint }: { own?: Record<string, unknown>; endpoint?: string } = {},
): Record<string, unknown> {
  const wanted = Object.fromEntries(Object.entries(own).filter(([name]) => name in model.fields))
  const all = variants(model, fileFor).map((variant) =>
    neededInput(model, fileFor, { ...initialValues(model), ...variant, ...wanted }),
  )
  const fitting = all.find((input) => {
    const parsed = parseInput(model, input)
    return parsed.ok && (endpoint === undefined || chooseEndpoint(model, parsed.input) === endpoint)
  })
  if (!fitting) throw new Error(`No input of ${model.id} leads to ${endpoint ?? 'anything'}`)
  return fitting
}

/**
 * These values, and no more than the model asks for beside them: a mask is only asked for once its
 * task is known.
 */
export function neededInput(
  model: Model,
  fileFor: FileFor,
  own: Record<string, unknown> = {},
): Record<string, unknown> {
  const parsed = parseInput(model, own)
  const missing = parsed.ok ? [] : parsed.problems.filter(({ problem }) => problem === 'required')
  if (missing.length === 0) return own
  const filled = missing.map(({ field }) => {
    const control = model.fields[field]?.control
    return [field, control?.kind === 'file' ? fileFor(control.accept) : 'a red fox']
  })
  return neededInput(model, fileFor, { ...own, ...Object.fromEntries(filled) })
}

/**
 * The form's start; the same with each optional file; each of these with each option of each
 * choice.
 */
function variants({ fields }: Model, fileFor: FileFor): Record<string, unknown>[] {
  const files = Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === 'file' ? [{ [name]: fileFor(control.accept) }] : [],
  )
  const choices = Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === 'segments' ? control.options.map((option) => ({ [name]: option })) : [],
  )
  return [{}, ...files].flatMap((file) => [
    file,
    ...choices.map((choice) => ({ ...file, ...choice })),
  ])
}

/**
 * A body in fal's own words, as a program would send it to an endpoint; whose model that is, and
 * what it costs.
 */
export type FalInput = { model: Model; input: Record<string, unknown>; price: number }

/** Every endpoint of the catalogue. */
export const falEndpoints: readonly string[] = builtInModels.flatMap(({ endpoints }) => [
  ...endpoints,
])

/**
 * What the model's form starts with, and `own` of it, where its provider has such an input. Throws
 * without a model there.
 */
export function inputFor(
  endpoint: string,
  own: Record<string, unknown> = {},
  fileFor: FileFor = () => 'https://files.example/nothing',
): FalInput {
  const model = builtInModels.find(({ endpoints }) => endpoints.includes(endpoint))
  if (!model) throw new Error(`No model answers at ${endpoint}`)
  const parsed = parseInput(model, modelInput(model, fileFor, { own, endpoint }))
  if (!parsed.ok) throw new Error(`Nothing can be sent to ${endpoint}`)
  return {
    model,
    input: model.toProvider(parsed.input),
    price: priceOf(model, parsed.input).credits,
  }
}
