import type { ComponentType, CSSProperties } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import type { Status } from '#domain/status.ts'
import { isImage } from '#web/shared/media.ts'
import { AudioRow } from '../records/audio-row.tsx'
import { AnswerRow, EditRow, ImageRow, VideoRow } from '../records/kind-rows.tsx'
import { EditTile, ImageTile, SourceTile, VideoTile } from '../records/tiles.tsx'

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
  /** Fills the box it is given (absolute, inset 0). */
  Tile: ComponentType<ItemProps>
  /** As high as it needs to be. */
  Row: ComponentType<ItemProps>
  /** Width by height of the tile's box in the grid. */
  ratio(generation: GenerationView): number
}

/** What draws each kind of record in a grid and in a list. It is loaded with the history alone. */
export const layouts: Record<Kind, Layout> = {
  image: { Tile: ImageTile, Row: ImageRow, ratio: ratioOf },
  'image-editing': { Tile: EditTile, Row: EditRow, ratio: editRatio },
  video: { Tile: VideoTile, Row: VideoRow, ratio: ratioOf },
  audio: { Tile: SourceTile, Row: AudioRow, ratio: () => 1 },
  'image-understanding': { Tile: SourceTile, Row: AnswerRow, ratio: () => 1 },
}

/**
 * How a tile of this ratio stands in a justified row: rows share one height, wide images take
 * more of the width.
 */
export function tilePlace(ratio: number): CSSProperties {
  return { flexGrow: ratio, flexBasis: `calc(var(--row-height) * ${ratio})`, aspectRatio: ratio }
}

type Shape = { status: Status; width: number | null; height: number | null }

/**
 * The ratio of an image, kept within what a row can hold; a square where there is none or nobody
 * knows it.
 */
function ratioOf({ status, width, height }: Shape): number {
  return status !== 'failed' && width && height ? Math.min(2.5, Math.max(0.5, width / height)) : 1
}

/** The ratio of an edit, which shows what it was and what it became side by side. */
function editRatio(generation: Shape & { inputs: readonly MediaView[] }): number {
  const ratio = ratioOf(generation)
  return generation.inputs.some(isImage) ? Math.min(3, ratio * 2) : ratio
}
