import type { Model } from './model.ts'
import { availableOptions } from './parse-input.ts'

/** A form's values by field name. */
export type FormValues = Record<string, unknown>

/** The values that a model's form starts with. */
export function initialValues(model: Model): FormValues {
  return Object.fromEntries(
    Object.entries(model.fields).map(([name, field]) => [name, field.initially]),
  )
}

/**
 * The values after the user selects another model: fields that both models define in the same way
 * keep their values, all others get the new model's default (so steps go to 4 or 28;
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
 * The same values, where each option that does not apply to the others is replaced by the field's
 * first option.
 */
export function availableValues({ fields }: Model, values: FormValues): FormValues {
  const moved = Object.entries(fields).flatMap(([name, field]) => {
    const isBound = field.control.kind === 'shape' && field.control.needs !== undefined
    const isFree = !isBound || availableOptions(field, values).includes(String(values[name]))
    return isFree ? [] : [[name, field.initially] as const]
  })
  return moved.length === 0 ? values : { ...values, ...Object.fromEntries(moved) }
}
