import { type PointerEvent, type ReactNode, useState } from 'react'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { nameOf } from '../../work/name-of.ts'
import type { ItemProps } from '../list/layouts.ts'
import { SelectBox } from '../select/select-box.tsx'
import { snippet } from './snippet.ts'
import { TileActions } from './tile-actions.tsx'
import { TileCaption, TileMarks } from './tile-caption.tsx'
import { FailedTile, RunningTile } from './tile-states.tsx'

type TileProps = ItemProps & {
  /** What it looks like when it is done. */
  children: (isPointedAt: boolean) => ReactNode
}

/** One record in the grid: its result, or how it stands. It fills the place it is given; picked, it steps back in it. */
export function RecordTile({ generation, onOpen, selection, children }: TileProps) {
  const { isSelected, isSelecting } = selection
  const [isPointedAt, setPointedAt] = useState(false)
  const point = (event: PointerEvent) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    setPointedAt(event.pointerType === 'mouse' && !isCalm)
  }
  return (
    <div
      onPointerEnter={point}
      onPointerLeave={() => setPointedAt(false)}
      className={`absolute inset-0 ${isSelected ? 'bg-pressed' : ''}`}
    >
      <div
        className={`absolute inset-0 transition-transform ${isSelected ? 'scale-[0.92] outline-3 outline-accent' : ''}`}
      >
        <TileBody generation={generation} isQuiet={isSelecting} onOpen={onOpen}>
          {children(isPointedAt && !isSelecting)}
        </TileBody>
        {!isSelecting && <TileActions generation={generation} />}
      </div>
      <span className="absolute top-2 left-2">
        <SelectBox name={snippet(nameOf(generation))} selection={selection} onPicture />
      </span>
    </div>
  )
}

type TileBodyProps = Pick<ItemProps, 'generation' | 'onOpen'> & {
  /** Without the buttons of what is unfinished, while records are picked. */
  isQuiet: boolean
  children: ReactNode
}

/** The keyboard stands on the whole place of the tile and has keys for what the buttons do, so Tab passes them by. */
function TileBody({ generation, isQuiet, onOpen, children }: TileBodyProps) {
  const hasResult = generation.images.length > 0 || generation.answer !== null
  if (hasResult) {
    return (
      <button
        type="button"
        tabIndex={-1}
        onClick={onOpen}
        data-viewer-opener={generation.id}
        className="fade-in ring-on-picture absolute inset-0 block size-full overflow-hidden bg-raised text-left"
      >
        {children}
        <TileMarks generation={generation} />
        <TileCaption generation={generation} />
      </button>
    )
  }
  if (isOpen(generation)) return <RunningTile generation={generation} isQuiet={isQuiet} />
  if (generation.status === 'failed') return <FailedTile generation={generation} isQuiet={isQuiet} />
  return (
    <p className="flex size-full items-center justify-center border border-line p-3 text-center text-small text-quiet">
      {m.work_loading()}
    </p>
  )
}
