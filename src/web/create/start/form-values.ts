import type { FieldGroup } from '#core/models/rules/fields.ts'
import { type FormValues, initialValues, switchModel } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { applies } from '#core/models/rules/parse-input.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { nearestNumber } from '#web/ui/controls/number-box.tsx'

/**
 * Texts of fields that the selected model does not have, kept for when a model that has them is
 * selected again.
 */
export type SetAside = Record<string, string>

/** The form after another model is selected. No typed text is lost on the way there and back. */
export function changeModel(
  from: Model,
  to: Model,
  values: FormValues,
  setAside: SetAside = {},
): { values: FormValues; setAside: SetAside } {
  const texts = Object.entries({ ...setAside, ...values }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const switched = switchModel(from, to, values)
  for (const [name, text] of texts) if (isEmptyText(to, name, switched)) switched[name] = text
  return {
    values: switched,
    setAside: Object.fromEntries(texts.filter(([name]) => !(name in to.fields))),
  }
}

/**
 * The effective values: a field that does not apply has the value that this implies, and a number
 * that is still being typed the nearest one within its limits.
 */
export function effectiveValues(model: Model, values: FormValues): FormValues {
  const settled = { ...values }
  for (const [name, field] of Object.entries(model.fields)) {
    const value = settled[name]
    if (field.control.kind === 'number' && typeof value === 'number')
      settled[name] = nearestNumber(value, field.control)
    if (!applies(field, settled)) settled[name] = field.when?.otherwise
  }
  return settled
}

/** Resets all settings; prompt and files are no settings. */
export function resetSettings(model: Model, values: FormValues): FormValues {
  const prompts = Object.entries(model.fields).flatMap(([name, { group }]) =>
    isSetting(group) ? [] : [[name, values[name]] as const],
  )
  return { ...initialValues(model), ...Object.fromEntries(prompts) }
}

/** The values without prompt and files, for something new with the same settings. */
export function withoutInputs(model: Model, values: FormValues): FormValues {
  const settings = Object.entries(model.fields).filter(([, { group }]) => isSetting(group))
  return {
    ...initialValues(model),
    ...Object.fromEntries(settings.map(([name]) => [name, values[name]])),
  }
}

/** The names of the settings of a group that differ from the model's defaults. */
export function changedSettings(
  model: Model,
  values: FormValues,
  group?: 'shape' | 'advanced',
): string[] {
  return Object.entries(model.fields).flatMap(([name, field]) => {
    const counts =
      (group ? field.group === group : isSetting(field.group)) && applies(field, values)
    return counts && !Object.is(values[name], field.initially) ? [name] : []
  })
}

const isSetting = (group: FieldGroup) => group !== 'prompt' && group !== 'inputs'

function isEmptyText(model: Model, name: string, values: FormValues): boolean {
  return model.fields[name]?.control.kind === 'text' && values[name] === ''
}

/** The prompt and the size of an example, as values of a model's form. */
export function exampleValues(
  model: Model,
  example: { prompt: () => string; width: number; height: number },
): FormValues {
  const asked = {
    prompt: example.prompt(),
    width: String(example.width),
    height: String(example.height),
  }
  return prefill(model, asked).given
}
