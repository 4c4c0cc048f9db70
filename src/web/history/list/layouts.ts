import type { ComponentType, CSSProperties } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import type { Status } from '#core/generations/rules/status.ts'
import { type Display, type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { isImage } from '#web/shared/media.ts'
import { AudioRow } from '../records/audio-row.tsx'
import { AnswerRow, EditRow, ImageRow, MeshRow, VideoRow } from '../records/kind-rows.tsx'
import { EditTile, ImageTile, SourceTile, VideoTile } from '../records/tiles.tsx'

/** Whether a record is selected, and whether any record is. */
export type ItemSelection = {
  isSelected: boolean
  isSelecting: boolean
  /** `range` selects all records from the one selected last to this one. */
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

/** The components for each way to show records in a grid and in a list. */
const layouts: Record<Display, Layout> = {
  images: { Tile: ImageTile, Row: ImageRow, ratio: ratioOf },
  edits: { Tile: EditTile, Row: EditRow, ratio: editRatio },
  video: { Tile: VideoTile, Row: VideoRow, ratio: ratioOf },
  audio: { Tile: SourceTile, Row: AudioRow, ratio: () => 1 },
  answer: { Tile: SourceTile, Row: AnswerRow, ratio: () => 1 },
  transcript: { Tile: SourceTile, Row: AnswerRow, ratio: () => 1 },
  mesh: { Tile: SourceTile, Row: MeshRow, ratio: () => 1 },
}

/** The components for the records of a kind. Loaded with the history alone. */
export function layoutOf(kind: Kind): Layout {
  return layouts[kindFacts[kind].display]
}

/**
 * The width of a tile of this ratio in a justified row: rows share one height, wide images take
 * more of the width.
 */
export function tilePlace(ratio: number): CSSProperties {
  return { flexGrow: ratio, flexBasis: `calc(var(--row-height) * ${ratio})`, aspectRatio: ratio }
}

type Shape = { status: Status; width: number | null; height: number | null }

/** The ratio of an image, limited to what fits in a row; a square where it is unknown. */
function ratioOf({ status, width, height }: Shape): number {
  return status !== 'failed' && width && height ? Math.min(2.5, Math.max(0.5, width / height)) : 1
}

/** The ratio of an edit, which shows the input and the output side by side. */
function editRatio(generation: Shape & { inputs: readonly MediaView[] }): number {
  const ratio = ratioOf(generation)
  return generation.inputs.some(isImage) ? Math.min(3, ratio * 2) : ratio
}
