import type { ComponentType } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { featureParts } from '../feature-parts.tsx'

/** What features know of one file of a result, to offer what can be done with it. */
export type ResultActionProps = {
  generation: GenerationView
  media: MediaView | undefined
  /**
   * A button with its label; one whose label gives way in a narrow line (`tight`); an icon; or an icon
   * on the image itself, which names the image by its number.
   */
  look: 'labelled' | 'tight' | 'icon' | 'on-image'
  /** Shows a generation that was started; otherwise it is reported with a link to it. */
  onStarted?: ((generation: GenerationView) => void) | undefined
}

/** What can be done with a result, on the stage, in viewers and in histories. */
export const ResultActions = featureParts(
  import.meta.glob<ComponentType<ResultActionProps>>('/src/features/*/web/result-action.tsx', {
    eager: true,
    import: 'ResultAction',
  }),
)
