import type { ComponentType } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { AnswerRow } from '../rows/answer-row.tsx'
import { SoundRow } from '../rows/sound-row.tsx'
import { EditTile, FilmTile, PictureTile } from '../tiles/tiles.tsx'
import { SkeletonGrid, SkeletonRows } from './skeletons.tsx'

export type ItemProps = {
  generation: GenerationView
  /** Opens it in the viewer. */
  onOpen: () => void
}

type Layout = {
  /** How the records of a day stand together. */
  list: string
  Item: ComponentType<ItemProps>
  /** The place of a page while it is on its way. */
  Skeleton: ComponentType
}

const grid = { list: 'justified-rows', Skeleton: SkeletonGrid }
const rows = { list: 'flex max-w-4xl flex-col border-t border-line', Skeleton: SkeletonRows }

/** How each kind of record is listed: what is looked at in a grid, what is heard or read in rows. */
export const layouts: Record<Kind, Layout> = {
  image: { ...grid, Item: PictureTile },
  'image-editing': { ...grid, Item: EditTile },
  video: { ...grid, Item: FilmTile },
  audio: { ...rows, Item: SoundRow },
  'image-understanding': { ...rows, Item: AnswerRow },
}
