import { listModels } from '#core/models/rules/catalogue.ts'
import type { Field } from '#core/models/rules/fields.ts'
import { isStartFile } from '#core/models/rules/file-field.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'

/**
 * The input that a generation starts from: text alone, an image, a first and a last one, a video,
 * or audio.
 */
export const startModes = ['text', 'image', 'frames', 'video', 'audio'] as const
export type StartMode = (typeof startModes)[number]

/**
 * The start modes of a model, from the files that it starts from: a recording counts before the
 * face that it is given. An optional image also allows text alone.
 */
export function startModesOf({ fields }: Model): readonly StartMode[] {
  const files = Object.values(fields).flatMap((field) =>
    field.control.kind === 'file' && isStartFile(field.control) && !field.when ? [field] : [],
  )
  if (files.some((field) => acceptOf(field) === 'audio' && !isOptional(field))) return ['audio']
  const [first, second] = files.filter((field) => acceptOf(field) !== 'audio')
  if (!first) return ['text']
  if (acceptOf(first) !== 'image') return ['video']
  if (second) return ['frames']
  return isOptional(first) ? ['text', 'image'] : ['image']
}

const acceptOf = ({ control }: Field) => control.kind === 'file' && control.accept
const isOptional = (field: Field) => field.schema().safeParse('').success

/** The start mode of this form with its current values. */
export function currentStartMode(model: Model, values: FormValues): StartMode {
  const possible = startModesOf(model)
  const hasImage = Object.entries(model.fields).some(
    ([name, { control }]) => control.kind === 'file' && Boolean(values[name]),
  )
  return possible.find((start) => (start === 'text') === !hasImage) ?? possible[0] ?? 'text'
}

/** The offered models of a kind with this start mode, the default one first. */
export function modelsForStart(kind: Kind, start: StartMode): Model[] {
  return listModels().filter(
    (model) => model.kind === kind && !model.hidden && startModesOf(model).includes(start),
  )
}

/** The start modes that a kind has models for. */
export function offeredStartModes(kind: Kind): StartMode[] {
  return startModes.filter((start) => modelsForStart(kind, start).length > 0)
}
