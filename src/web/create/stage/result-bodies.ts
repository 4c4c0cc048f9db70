import type { RefObject } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import type { Display } from '#core/models/rules/kinds.ts'
import { type LazyPart, lazyPart } from '#web/shared/lazy-part.tsx'

/** The component for each way to show results. */
export const resultBodies: Record<Display, LazyPart<ResultBodyProps>> = {
  images: lazyPart<ResultBodyProps>(async () => (await import('./image-results.tsx')).ImageResults),
  edits: lazyPart<ResultBodyProps>(
    async () => (await import('./edited-results.tsx')).EditedResults,
  ),
  video: lazyPart<ResultBodyProps>(async () => (await import('./video-result.tsx')).VideoResult),
  audio: lazyPart<ResultBodyProps>(async () => (await import('./audio-result.tsx')).AudioResult),
  answer: lazyPart<ResultBodyProps>(async () => (await import('#web/shared/answer.tsx')).Answer),
  transcript: lazyPart<ResultBodyProps>(
    async () => (await import('#web/shared/transcript.tsx')).Transcript,
  ),
  mesh: lazyPart<ResultBodyProps>(async () => (await import('./mesh-result.tsx')).MeshResult),
}

/** The props of every result on the stage, while it runs and when it is done. */
export type ResultBodyProps = {
  generation: GenerationView
  /** Full screen; `index` among the returned images. */
  onOpenImage: (index: number) => void
  /** Which of several results is compared with the original, by its index. */
  chosen: number
  onChoose: (index: number) => void
  onDownload: (images: readonly MediaView[]) => Promise<void>
  /** Puts a generation that was just started on the stage. */
  onAdd: (generation: GenerationView) => void
  /** The player, where there is one, so that it can fill the screen. */
  player: RefObject<HTMLElement | null>
  /** Whether the original is shown beside the result. */
  isComparing: boolean
}
