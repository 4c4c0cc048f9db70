import { digitalSourceAddress, generator, type Mark } from './mark.ts'

/**
 * What a file was made from: `parentOf`: it is a version of that; `inputTo`: that was given to the
 * model. `label` connects it with the actions.
 */
export type Ingredient = {
  label: string
  title: string
  format: string
  relationship: 'parentOf' | 'inputTo'
}

/** What was done to a file: a model made it; or one of ours was saved in another way. */
export type ManifestKind = 'made' | 'settings' | 'converted'

const laterActions = {
  settings: 'c2pa.edited.metadata',
  converted: 'c2pa.converted',
} as const

/** What our manifests call an ingredient. */
export const ingredientTitles = {
  result: 'Result',
  upload: 'Upload',
  received: 'File of the provider',
} as const

/** The label of our own assertion, by which a file is recognised. */
export const generationAssertion = 'org.atelier.generation'

/**
 * Describes a manifest for the library (C2PA 2.2): made by a model of nothing or of other files,
 * edited by it where a file of the same medium is its parent, or a later version of a file of ours.
 */
export function describeManifest(
  mark: Mark,
  { kind, contentType, ingredients }: ManifestFacts,
): object {
  const parent = ingredients.find(({ relationship }) => relationship === 'parentOf')
  const inputs = ingredients.filter((each) => each !== parent)
  const named = (labels: string[]) => (labels.length > 0 ? { ingredientIds: labels } : {})
  const opened = parent && {
    action: 'c2pa.opened',
    parameters: named([parent.label]),
  }
  const made = {
    action: parent ? 'c2pa.edited' : 'c2pa.created',
    when: mark.madeAt.toISOString(),
    softwareAgent: { name: mark.modelName },
    digitalSourceType: digitalSourceAddress(mark.source),
    parameters: {
      'org.atelier.provider': mark.provider,
      ...named(inputs.map((each) => each.label)),
    },
  }
  const done =
    kind === 'made' ? made : { action: laterActions[kind], softwareAgent: { name: generator } }
  return {
    claim_generator_info: [{ name: generator, version: mark.version }],
    format: contentType,
    assertions: [
      { label: 'c2pa.actions.v2', data: { actions: [...(opened ? [opened] : []), done] } },
      {
        label: generationAssertion,
        data: {
          studio: mark.studio,
          generation: mark.generation,
          generation_type: mark.generationType,
          model: mark.model,
          provider: mark.provider,
        },
      },
    ],
  }
}

export type ManifestFacts = {
  kind: ManifestKind
  contentType: string
  ingredients: readonly Ingredient[]
}
