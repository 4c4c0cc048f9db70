import { type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
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
  const press = (event: MouseEvent) => {
    if (isSelecting || event.shiftKey || event.ctrlKey || event.metaKey) selection.toggle({ range: event.shiftKey })
    else onOpen()
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
        <TileBody generation={generation} isPressable={isSelecting} onPress={press}>
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

type TileBodyProps = {
  generation: GenerationView
  /** Pressing it does something even where there is nothing to open. */
  isPressable: boolean
  onPress: (event: MouseEvent) => void
  children: ReactNode
}

function TileBody({ generation, isPressable, onPress, children }: TileBodyProps) {
  const hasResult = generation.images.length > 0 || generation.answer !== null
  if (hasResult) {
    return (
      <button
        type="button"
        onClick={onPress}
        data-viewer-opener={generation.id}
        className="fade-in ring-on-picture absolute inset-0 block size-full overflow-hidden bg-raised text-left"
      >
        {children}
        <TileMarks generation={generation} />
        <TileCaption generation={generation} />
      </button>
    )
  }
  return (
    <>
      {isOpen(generation) && <RunningTile generation={generation} isQuiet={isPressable} />}
      {generation.status === 'failed' && <FailedTile generation={generation} isQuiet={isPressable} />}
      {!isOpen(generation) && generation.status !== 'failed' && (
        <p className="flex size-full items-center justify-center border border-line p-3 text-center text-small text-quiet">
          {m.work_loading()}
        </p>
      )}
      {isPressable && (
        // The box for picking says the same to the keyboard and to screen readers.
        <button type="button" aria-hidden tabIndex={-1} onClick={onPress} className="absolute inset-0" />
      )}
    </>
  )
}
