import { catalogue } from '#catalogue/catalogue.ts'
import type { FormValues } from '#catalogue/form-values.ts'
import type { Kind } from '#catalogue/kinds.ts'
import type { Model } from '#catalogue/model.ts'

/** What the work begins with: words alone, a picture, a first and a last one, or a film. */
export const starts = ['text', 'image', 'frames', 'video'] as const
export type Start = (typeof starts)[number]

/**
 * What a model can begin with, read from the files it asks for. A picture it does not need leaves
 * words as well.
 */
export function startsOf({ fields }: Model): readonly Start[] {
  const files = Object.values(fields).flatMap((field) =>
    field.control.kind === 'file' && !field.when ? [field] : [],
  )
  const [first, second] = files
  if (!first) return ['text']
  if (first.control.kind === 'file' && first.control.accept !== 'image') return ['video']
  if (second) return ['frames']
  return first.schema().safeParse('').success ? ['text', 'image'] : ['image']
}

/** What this form begins with as it is filled in. */
export function startOf(model: Model, values: FormValues): Start {
  const possible = startsOf(model)
  const hasPicture = Object.entries(model.fields).some(
    ([name, { control }]) => control.kind === 'file' && Boolean(values[name]),
  )
  return possible.find((start) => (start === 'text') === !hasPicture) ?? possible[0] ?? 'text'
}

/** The offered models of a kind that can begin so, the usual one first. */
export function modelsFor(kind: Kind, start: Start): Model[] {
  return catalogue.filter(
    (model) => model.kind === kind && !model.hidden && startsOf(model).includes(start),
  )
}

/** The ways to begin that a kind has models for. */
export function startsFor(kind: Kind): Start[] {
  return starts.filter((start) => modelsFor(kind, start).length > 0)
}
