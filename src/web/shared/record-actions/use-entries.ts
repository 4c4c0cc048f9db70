import type { ComponentType } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { featureParts } from '../feature-parts.tsx'

/** What features know of one file of a result, to add what it can be used for. */
export type UseEntryProps = {
  generation: Pick<GenerationView, 'id' | 'prompt'>
  media: MediaView
  /** Called when another page opens with it. */
  onUse: (() => void) | undefined
}

/** What features can use a result for: a `UseItem` each, or nothing for a file of another kind. */
export const UseEntries = featureParts(
  import.meta.glob<ComponentType<UseEntryProps>>('/src/features/*/web/use-entry.tsx', {
    eager: true,
    import: 'UseEntry',
  }),
)
