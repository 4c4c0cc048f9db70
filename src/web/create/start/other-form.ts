import { offeredModels } from '#core/models/rules/catalogue.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { findForm } from '#web/shared/form-address.ts'

/**
 * The form for an address that names a model which this form does not have: another video type,
 * another editor. `undefined` when it belongs here, or when no such model exists. `modelId` is the
 * model this form is bound to, if it is.
 */
export function findOtherForm(
  generationType: string,
  modelId: string | undefined,
  query: Record<string, string>,
): string | undefined {
  const name = query.model ?? query.modelId
  const kind = offeredModels(generationType)[0]?.kind
  if (name === undefined || !kind) return undefined
  const found = findForm(kind, name, generationType)
  if (!found) return undefined
  const isHere = found.generationType === generationType && (!modelId || found.id === modelId)
  // The drawing model of another type is no reason to leave: this type has its own.
  const isMeant = found.generationType === generationType || found.generationType === name
  if (isHere || !isMeant) return undefined
  return formPath({ generationType: found.generationType, model: found.id })
}
