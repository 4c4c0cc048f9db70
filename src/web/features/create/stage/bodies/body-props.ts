import type { RefObject } from 'react'
import type { GenerationView, MediaView } from '#contract/generation.ts'

/** What every kind of work gets to show itself on the stage, while it runs and when it is done. */
export type BodyProps = {
  generation: GenerationView
  /** Over the whole screen; `index` among the images that are there. */
  onOpenImage: (index: number) => void
  /** Which of several results is compared with the original, by its index. */
  chosen: number
  onChoose: (index: number) => void
  onDownload: (images: readonly MediaView[]) => Promise<void>
  /** The player, where there is one, so that it can fill the screen. */
  player: RefObject<HTMLElement | null>
  /** Is the original wanted beside the result? */
  isComparing: boolean
}
