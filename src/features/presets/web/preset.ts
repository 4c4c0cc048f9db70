import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { applies } from '#core/models/rules/parse-input.ts'
import type { Draft } from '#web/create/start/draft.ts'
import { changeModel, effectiveValues, resetSettings } from '#web/create/start/form-values.ts'
import type { CreatePreset, PresetView } from '../contract.ts'

type Settings = CreatePreset['settings']

/** The settings of a form that a preset keeps: those that apply, without prompt and files. */
export function settingsOf(model: Model, values: FormValues): Settings {
  const effective = effectiveValues(model, values)
  return Object.fromEntries(
    presetFields(model).flatMap(([name, field]) =>
      applies(field, effective)
        ? [[name, (effective[name] ?? null) as Settings[string]] as const]
        : [],
    ),
  )
}

/**
 * A form's draft with the settings of a preset; prompt and files stay. `ignored`: the fields whose
 * values its model no longer accepts. `undefined`: the model is not offered any more.
 */
export function withPreset(
  draft: Draft,
  preset: Pick<PresetView, 'model' | 'settings'>,
): { draft: Draft; ignored: string[] } | undefined {
  const { generationType } = draft.model
  const model = offeredModels(generationType).find(({ id }) => id === preset.model)
  if (!model) return undefined
  const { values, setAside } = changeModel(draft.model, model, draft.values, draft.setAside)
  const fields = new Map(presetFields(model))
  const given: FormValues = {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(preset.settings)) {
    const parsed = fields
      .get(name)
      ?.schema()
      .safeParse(value ?? undefined)
    if (parsed?.success) given[name] = value ?? undefined
    else ignored.push(name)
  }
  const next = { ...resetSettings(model, values), ...given }
  return { draft: { ...draft, model, values: next, setAside }, ignored }
}

function presetFields({ fields }: Model) {
  return Object.entries(fields).filter(
    ([, { group, control }]) =>
      group !== 'prompt' && group !== 'inputs' && control.kind !== 'fixed',
  )
}
