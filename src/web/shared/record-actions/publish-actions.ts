import type { ComponentType } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { featureParts } from '../feature-parts.tsx'

/** What features know of a result, to publish it. `isTight`: its label is left out where there is no room. */
export type PublishActionProps = { generation: GenerationView; isTight?: boolean }

/** Ways to publish a result, beside its visibility. */
export const PublishActions = featureParts(
  import.meta.glob<ComponentType<PublishActionProps>>('/src/features/*/web/publish-action.tsx', {
    eager: true,
    import: 'PublishAction',
  }),
)
