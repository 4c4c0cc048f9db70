import { type PointerEvent, type ReactNode, useState } from 'react'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { dragRecord } from '#web/shared/record-actions/drag-record.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { prefersReducedMotion } from '#web/ui/reduced-motion.ts'
import type { ItemProps } from '../list/layouts.ts'
import { SelectBox } from '../list/select-box.tsx'
import { snippet } from './record-facts.ts'
import { TileActions, TileCaption, TileMarks } from './tile-caption.tsx'
import { FailedTile, RemovedTile, RunningTile } from './tile-states.tsx'

type TileProps = ItemProps & {
  /** The content of a completed record. */
  children: (isPointedAt: boolean) => ReactNode
}

/**
 * One record in the grid: its result, or its status. It fills its place; a selected one is smaller.
 * Buttons for the pointer are rendered once the pointer is over it, so that hundreds of tiles
 * scroll smoothly.
 */
export function RecordTile({ generation, onOpen, selection, children }: TileProps) {
  const { isSelecting } = selection
  const [pointedBy, setPointedBy] = useState<string>()
  const hasResult = generation.images.length > 0 || generation.answer !== null
  const point = ({ pointerType }: PointerEvent) => setPointedBy(pointerType)
  const leave = ({ currentTarget }: PointerEvent) => {
    if (!currentTarget.contains(document.activeElement)) setPointedBy(undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the viewer and the selection bar add by keyboard
    <div
      draggable={hasResult}
      onDragStart={(event) => dragRecord(event, generation)}
      onPointerEnter={point}
      // Where an element over the tile was removed, there is no event for the pointer that is now
      // over the tile.
      onPointerMove={point}
      onPointerLeave={leave}
      className="absolute inset-0 in-aria-selected:bg-pressed"
    >
      <div className="absolute inset-0 hover:transition-transform in-aria-selected:scale-[0.92] in-aria-selected:outline-3 in-aria-selected:outline-accent">
        <TileBody generation={generation} isQuiet={isSelecting} onOpen={onOpen}>
          {children(pointedBy === 'mouse' && !isSelecting && !prefersReducedMotion())}
        </TileBody>
        {!isSelecting && (
          <TileActions generation={generation} isPointedAt={pointedBy !== undefined} />
        )}
      </div>
      {(isSelecting || pointedBy !== undefined) && (
        <span className="absolute top-2 left-2">
          <SelectBox name={snippet(generationTitle(generation))} selection={selection} onImage />
        </span>
      )}
    </div>
  )
}

type TileBodyProps = Pick<ItemProps, 'generation' | 'onOpen'> & {
  /** Without the buttons of unfinished records, while records are selected. */
  isQuiet: boolean
  children: ReactNode
}

/**
 * The keyboard focus is on the whole tile, which has keys for the buttons' actions, so Tab skips
 * them.
 */
function TileBody({ generation, isQuiet, onOpen, children }: TileBodyProps) {
  const hasResult = generation.images.length > 0 || generation.answer !== null
  if (hasResult) {
    return (
      <button
        type="button"
        tabIndex={-1}
        onClick={onOpen}
        data-viewer-opener={generation.id}
        className="ring-on-picture absolute inset-0 block size-full overflow-hidden bg-raised text-left"
      >
        {children}
        <TileMarks generation={generation} />
        <TileCaption generation={generation} />
      </button>
    )
  }
  if (isOpen(generation)) return <RunningTile generation={generation} isQuiet={isQuiet} />
  if (generation.removed_at)
    return <RemovedTile generation={generation} isQuiet={isQuiet} onOpen={onOpen} />
  if (generation.status === 'failed')
    return <FailedTile generation={generation} isQuiet={isQuiet} onOpen={onOpen} />
  return (
    <p className="flex size-full items-center justify-center border border-line p-3 text-center text-small text-quiet">
      {m.work_loading()}
    </p>
  )
}
