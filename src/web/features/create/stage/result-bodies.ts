import type { RefObject } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import { type LazyPart, lazyPart } from '#web/shared/lazy-part.tsx'

/** How each kind of work is shown. */
export const bodies: Record<Kind, LazyPart<BodyProps>> = {
  image: lazyPart<BodyProps>(async () => (await import('./image-results.tsx')).Pictures),
  'image-editing': lazyPart<BodyProps>(async () => (await import('./edited-results.tsx')).Edited),
  video: lazyPart<BodyProps>(async () => (await import('./video-result.tsx')).Film),
  audio: lazyPart<BodyProps>(async () => (await import('./audio-result.tsx')).Sound),
  'image-understanding': lazyPart<BodyProps>(
    async () => (await import('#web/shared/understand/answer.tsx')).Answer,
  ),
}

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
