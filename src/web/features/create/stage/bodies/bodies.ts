import { type ComponentType, lazy } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { BodyProps } from './body-props.ts'
import { Pictures } from './pictures.tsx'

const Edited = lazy(async () => ({ default: (await import('./edited.tsx')).Edited }))
const Film = lazy(async () => ({ default: (await import('./film.tsx')).Film }))
const Sound = lazy(async () => ({ default: (await import('./sound.tsx')).Sound }))
const Answer = lazy(async () => ({ default: (await import('../../../understand/answer.tsx')).Answer }))

/** How each kind of work is shown. */
export const bodies: Record<Kind, ComponentType<BodyProps>> = {
  image: Pictures,
  'image-editing': Edited,
  video: Film,
  audio: Sound,
  'image-understanding': Answer,
}
