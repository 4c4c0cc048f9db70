import { initialValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'

/** An input that the model takes: what its form starts with, and words where the form waits for them. */
export function inputFor(model: Model, own: Record<string, unknown> = {}): Record<string, unknown> {
  const awaited = Object.entries(model.fields).filter(
    ([, field]) => field.control.kind === 'text' && !field.schema.safeParse(field.initially).success,
  )
  const words = Object.fromEntries(awaited.map(([name]) => [name, 'a red fox']))
  const wanted = Object.entries(own).filter(([name]) => name in model.fields)
  return { ...initialValues(model), ...words, ...Object.fromEntries(wanted) }
}
