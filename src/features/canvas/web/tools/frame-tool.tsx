import { type PointerEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Crop, Scan } from '#web/ui/icons/media-icons.ts'
import { maxSide } from '../../rules.ts'
import type { Editor } from '../document/editor-store.ts'
import type { Point } from '../pixels/pixels.ts'
import type { CanvasTool } from './tool.ts'
import { dragHandle, type Handle, inWindow, type View } from './view.ts'

/** Its handles, which are on the stage all the time, do what there is to do. */
export const frameTool: CanvasTool = {
  ...{ id: 'frame', key: 'F', icon: Scan, label: m.canvas_frame, cursor: 'cursor-crosshair' },
  Options: FrameOptions,
}

function FrameOptions({ editor }: { editor: Editor }) {
  const { frame, size } = useStore(editor.store)
  const isWhole =
    frame.x === 0 && frame.y === 0 && frame.width === size.width && frame.height === size.height
  const isTooLarge = Math.max(frame.width, frame.height) > maxSide
  return (
    <>
      <Button
        size="small"
        icon={Crop}
        disabled={isWhole || isTooLarge}
        onClick={() => editor.crop(frame)}
      >
        {m.canvas_crop()}
      </Button>
      <span className="tabular-nums">
        {frame.width} × {frame.height}
      </span>
    </>
  )
}

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : { x, y })),
)

const leastFrame = 64

type FrameBoxProps = { editor: Editor; view: View; isActive: boolean }

/** The frame that is generated into; while it is the tool, with handles for its sides and corners. */
export function FrameBox({ editor, view, isActive }: FrameBoxProps) {
  const frame = useStore(editor.store, (state) => state.frame)
  const drag = useRef<{ from: Point; frame: typeof frame; handle: Handle }>(undefined)
  const shown = inWindow(view, frame)
  const start = (event: PointerEvent<HTMLElement>, handle: Handle) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: { x: event.clientX, y: event.clientY }, frame, handle }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    event.stopPropagation()
    const { from, frame: before, handle } = drag.current
    const by = {
      x: (event.clientX - from.x) / view.scale,
      y: (event.clientY - from.y) / view.scale,
    }
    editor.choose({ frame: dragHandle(before, handle, by, leastFrame) })
  }
  const end = () => {
    drag.current = undefined
  }
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border-2 border-accent"
      style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
    >
      {(isActive ? handles : []).map((handle) => (
        <span
          key={`${handle.x} ${handle.y}`}
          onPointerDown={(event) => start(event, handle)}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          className="pointer-events-auto absolute z-10 size-4 -translate-1/2 rounded-full border-2 border-accent bg-ground pointer-coarse:size-6"
          style={{ left: `${(handle.x + 1) * 50}%`, top: `${(handle.y + 1) * 50}%` }}
        />
      ))}
      {isActive && (
        <span
          onPointerDown={(event) => start(event, { x: 0, y: 0 })}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          className="pointer-events-auto absolute inset-4 cursor-move"
        />
      )}
    </div>
  )
}
