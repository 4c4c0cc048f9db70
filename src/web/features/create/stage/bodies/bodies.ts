import type { Kind } from '#catalogue/kinds.ts'
import { type LazyPart, lazyPart } from '#web/shared/lazy-part.tsx'
import type { BodyProps } from './body-props.ts'

/** How each kind of work is shown. */
export const bodies: Record<Kind, LazyPart<BodyProps>> = {
  image: lazyPart<BodyProps>(async () => (await import('./pictures.tsx')).Pictures),
  'image-editing': lazyPart<BodyProps>(async () => (await import('./edited.tsx')).Edited),
  video: lazyPart<BodyProps>(async () => (await import('./film.tsx')).Film),
  audio: lazyPart<BodyProps>(async () => (await import('./sound.tsx')).Sound),
  'image-understanding': lazyPart<BodyProps>(
    async () => (await import('#web/shared/understand/answer.tsx')).Answer,
  ),
}
