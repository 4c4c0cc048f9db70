import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { type Draft, initialDraft } from './draft.ts'
import { keepParent } from './keep-parent.ts'

/**
 * The values that the next form of a kind takes over: prompt and files, by the names of their
 * fields.
 */
type CarriedInputs = { from: string; values: FormValues }

const keyOf = (kind: Kind) => `atelier.carried.${kind}`

/** The field for the image in a form without a field of the same name. */
const equivalentFields: Readonly<Record<string, string>> = {
  image_url: 'start_image_url',
  start_image_url: 'image_url',
}

/**
 * Keeps the prompt and the files of a form, for when the user opens another form of the same kind.
 */
export function saveCarriedInputs({ model, values }: Pick<Draft, 'model' | 'values'>): void {
  writeStored('sessionStorage', keyOf(model.kind), {
    from: model.generationType,
    values: enteredValues(model, values),
  })
}

/**
 * The draft of a form with the prompt and the files of the form before it, if that was another one
 * of its kind.
 */
export function withCarriedInputs(
  generationType: string,
  draft: Draft | undefined,
): Draft | undefined {
  const kind = (draft?.model ?? offeredModels(generationType)[0])?.kind
  const stored = kind && readStored('sessionStorage', keyOf(kind))
  if (!isCarriedInputs(stored) || stored.from === generationType) return draft
  const values = transferableValues((draft ?? initialDraft(generationType)).model, stored.values)
  if (Object.keys(values).length === 0) return draft
  const base = draft ?? initialDraft(generationType)
  return keepParent(base, { ...base, values: { ...base.values, ...values } })
}

/** Typed texts and selected files; settings stay with their form. */
export function enteredValues({ fields }: Model, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { control, initially }]) => {
      const value = values[name]
      const counts =
        (control.kind === 'text' || control.kind === 'file') && value !== '' && value !== initially
      return counts ? [[name, value]] : []
    }),
  )
}

/** The values for which another model has fields. */
export function transferableValues({ fields }: Model, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const place = name in fields ? name : equivalentFields[name]
      const control = place === undefined ? undefined : fields[place]?.control
      const fits =
        typeof value === 'string' && (control?.kind === 'text' || control?.kind === 'file')
      return place !== undefined && fits && !(place !== name && values[place])
        ? [[place, value]]
        : []
    }),
  )
}

function isCarriedInputs(stored: unknown): stored is CarriedInputs {
  const carried = stored as Partial<CarriedInputs> | undefined
  return (
    typeof carried === 'object' &&
    typeof carried?.from === 'string' &&
    typeof carried.values === 'object'
  )
}
