import { type AllowedModels, isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { deriveType } from '#core/models/rules/request-files.ts'
import { Refused } from '#core/refused.ts'

export type ChosenModel = { model: Model; input: Record<string, unknown> }

/** The requested kind, and the requested type and model as the client named them. */
export type ModelSelector = { kind: Kind; type?: string | undefined; model?: string | undefined }

/**
 * Returns the requested model: by type, then by id; without an id the first one of its type that
 * `allowed` names, or the first one, which the charge then refuses. A
 * request without a type gets the type that fits its files, so an image is never ignored. Where a
 * model is replaced by another of its kind (docs/spec/creation.md#models), values that only the
 * first one accepts are dropped, so that the other's defaults apply
 * (docs/providers/fal.md#mapping-rules, rule 5). Throws `Refused`: `invalid_generation_type`,
 * `unknown_model`.
 */
export function chooseModel(
  { kind, type: asked, model: id }: ModelSelector,
  input: Record<string, unknown>,
  allowed: AllowedModels = null,
): ChosenModel {
  requireKnownType(kind, asked)
  const type = asked ?? deriveType(kind, input, id)
  const ofKind = listModels().filter((model) => model.kind === kind)
  const ofType = ofKind.filter((model) => type === undefined || model.generationType === type)

  if (id === undefined) return { model: firstOf(ofType, allowed), input }
  const named = ofType.find((model) => model.id === id)
  if (named) return { model: named, input }

  const other = ofKind.find((model) => model.id === id)
  const standIn = ofType.find(({ standsIn }) => standsIn)
  if (!other || !standIn) throw new Refused({ reason: 'unknown_model', model: id })
  return { model: standIn, input: withoutValuesOf(other, standIn, input) }
}

/**
 * Throws `Refused` with `invalid_generation_type` when nothing of this kind has this type; no type
 * is valid.
 */
export function requireKnownType(kind: Kind, type: string | null | undefined): void {
  const isKnown = listModels().some((model) => model.kind === kind && model.generationType === type)
  if (type != null && !isKnown)
    throw new Refused({ reason: 'invalid_generation_type', medium: mediumOf(kind) })
}

/** The form's default; the first model without a form, if the kind has no other. */
function firstOf(models: readonly Model[], allowed: AllowedModels): Model {
  const usable = models.filter(({ id }) => isModelAllowed(allowed, id))
  const first = usable.find(({ hidden }) => !hidden) ?? usable[0] ?? models[0]
  if (!first) throw new Refused({ reason: 'unknown_model', model: '' })
  return first
}

function withoutValuesOf(
  other: Model,
  model: Model,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const takes = ({ fields }: Model, name: string) =>
    fields[name]?.schema().safeParse(input[name]).success ?? false
  const isForeign = (name: string) =>
    name in model.fields && !takes(model, name) && takes(other, name)
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isForeign(name)))
}

/** Selects one of the two messages about unknown types (docs/spec/creation.md#kinds). */
function mediumOf(kind: Kind): 'image' | 'video' {
  return kind === 'video' ? 'video' : 'image'
}
