import type { ComponentType } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import { AnswerRow } from '../rows/answer-row.tsx'
import { EditRow } from '../rows/edit-row.tsx'
import { FilmRow } from '../rows/film-row.tsx'
import { PictureRow } from '../rows/picture-row.tsx'
import { SoundRow } from '../rows/sound-row.tsx'
import { editRatio, ratioOf } from '../tiles/tile-place.ts'
import { EditTile, FilmTile, PictureTile, SourceTile } from '../tiles/tiles.tsx'

export type HistoryView = 'grid' | 'list'

/** Whether a record is picked, and whether the reader is picking records at all. */
export type ItemSelection = {
  isSelected: boolean
  isSelecting: boolean
  /** `range` picks everything from the record picked last to this one. */
  toggle(how: { range: boolean }): void
}

export type ItemProps = {
  generation: GenerationView
  /** Opens it in the viewer. */
  onOpen(): void
  /** Opens the viewer at one of its results; the first is at 1. */
  onOpenResult(at: number): void
  selection: ItemSelection
}

type Layout = {
  /** How the kind is looked at until the reader chooses. */
  view: HistoryView
  /** Fills the box it is given (absolute, inset 0). */
  Tile: ComponentType<ItemProps>
  /** As high as it needs to be. */
  Row: ComponentType<ItemProps>
  /** Width by height of the tile's box in the grid. */
  ratio(generation: GenerationView): number
}

/**
 * How each kind of record is listed: what is looked at in a grid first, what is heard or read in
 * rows first.
 */
export const layouts: Record<Kind, Layout> = {
  image: { view: 'grid', Tile: PictureTile, Row: PictureRow, ratio: ratioOf },
  'image-editing': { view: 'grid', Tile: EditTile, Row: EditRow, ratio: editRatio },
  video: { view: 'grid', Tile: FilmTile, Row: FilmRow, ratio: ratioOf },
  audio: { view: 'list', Tile: SourceTile, Row: SoundRow, ratio: () => 1 },
  'image-understanding': { view: 'list', Tile: SourceTile, Row: AnswerRow, ratio: () => 1 },
}
