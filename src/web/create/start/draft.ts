import { findModel, offeredModels } from '#core/models/rules/catalogue.ts'
import type { Field } from '#core/models/rules/fields.ts'
import { type FormValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { changeModel, type SetAside } from './form-values.ts'

/** The content of a form. It survives a reload and a sign-in, and ends with the tab. */
export type Draft = Omit<Recipe, 'isPublic'> & {
  /** Selected here or by the address; absent: the account's own default. */
  isPublic?: boolean
  setAside: SetAside
  /** The user pressed the button and was sent to the sign-in. */
  isWanted: boolean
}

const keyOf = (generationType: string) => `atelier.draft.${generationType}`

/** The draft of this tab. Values that its model no longer accepts are reset. */
export function readDraft(generationType: string): Draft | undefined {
  return parseDraft(generationType, readStored('sessionStorage', keyOf(generationType)))
}

export function writeDraft(generationType: string, draft: Draft): void {
  writeStored('sessionStorage', keyOf(generationType), serializeDraft(draft))
}

/** A draft as JSON: an emptied field is null, because without it the field would be reset. */
export function serializeDraft({ model, values, ...draft }: Draft) {
  const held = Object.entries(values).map(([name, value]) => [name, value ?? null])
  return { ...draft, model: model.id, values: Object.fromEntries(held) }
}

/** An untouched form: the type's first model with its defaults. */
export function initialDraft(generationType: string): Draft {
  const [model] = offeredModels(generationType)
  if (!model) throw new Error(`Nothing makes ${generationType}`)
  return { model, values: initialValues(model), setAside: {}, isWanted: false }
}

/** Parses a stored draft, which another version of the product may have written. */
export function parseDraft(generationType: string, stored: unknown): Draft | undefined {
  if (!isRecord(stored)) return undefined
  const offered = offeredModels(generationType)
  const model = offered.find(({ id }) => id === stored.model)
  const known = model ?? knownModel(generationType, stored.model)
  if (!known) return undefined
  const draft = draftOf(known, stored)
  const [first] = offered
  if (model || !first) return model && draft
  // The model may not be used any more: its texts go to the first one, and nothing starts by itself.
  const { parentId: _, ...rest } = draft
  const changed = changeModel(known, first, draft.values, draft.setAside)
  return { ...rest, ...changed, model: first, isWanted: false }
}

/** A model of the form that cannot be started any more, or not by this account. */
function knownModel(generationType: string, id: unknown): Model | undefined {
  const known = typeof id === 'string' ? findModel(id, generationType) : undefined
  return known?.hidden ? undefined : known
}

function draftOf(model: Model, stored: Record<string, unknown>): Draft {
  return {
    model,
    values: validValues(model, isRecord(stored.values) ? stored.values : {}),
    ...(typeof stored.isPublic === 'boolean' && { isPublic: stored.isPublic }),
    setAside: isRecord(stored.setAside) ? textsOf(stored.setAside) : {},
    isWanted: stored.isWanted === true,
    ...(isRecordId(stored.parentId) && { parentId: stored.parentId }),
  }
}

/** Whether this can be the id of a record; the server need not see anything else. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

function validValues(model: Model, values: Record<string, unknown>): FormValues {
  const usable = Object.entries(model.fields).flatMap(([name, field]) =>
    name in values && isValidValue(field, values[name])
      ? [[name, values[name] ?? undefined] as const]
      : [],
  )
  return { ...initialValues(model), ...Object.fromEntries(usable) }
}

/** A text may be unfinished, empty or too long; all other values were valid when they were set. */
function isValidValue({ control, schema }: Field, value: unknown): boolean {
  return control.kind === 'text' ? typeof value === 'string' : schema().safeParse(value).success
}

function textsOf(record: Record<string, unknown>): SetAside {
  return Object.fromEntries(
    Object.entries(record).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
