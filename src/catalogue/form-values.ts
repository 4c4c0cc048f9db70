import type { Model } from './model.ts'
import { availableOptions } from './parse-input.ts'

/** A form's values by field name. */
export type FormValues = Record<string, unknown>

/** What a model's form starts with. */
export function initialValues(model: Model): FormValues {
  return Object.fromEntries(
    Object.entries(model.fields).map(([name, field]) => [name, field.initially]),
  )
}

/**
 * The values after the person chooses another model: what both models ask for in the same way stays
 * as typed, all else starts at the new model's default (so steps go to 4 or 28;
 * docs/spec/creation.md#models).
 */
export function switchModel(from: Model, to: Model, values: FormValues): FormValues {
  const kept = Object.entries(to.fields).flatMap(([name, field]) => {
    const before = from.fields[name]
    const same = before && JSON.stringify(before.control) === JSON.stringify(field.control)
    return same && before.initially === field.initially && name in values
      ? [[name, values[name]] as const]
      : []
  })
  return { ...initialValues(to), ...Object.fromEntries(kept) }
}

/**
 * The same values with each option that means nothing beside the others on the field's first one.
 */
export function availableValues({ fields }: Model, values: FormValues): FormValues {
  const moved = Object.entries(fields).flatMap(([name, field]) => {
    const isBound = field.control.kind === 'shape' && field.control.needs !== undefined
    const isFree = !isBound || availableOptions(field, values).includes(String(values[name]))
    return isFree ? [] : [[name, field.initially] as const]
  })
  return moved.length === 0 ? values : { ...values, ...Object.fromEntries(moved) }
}
