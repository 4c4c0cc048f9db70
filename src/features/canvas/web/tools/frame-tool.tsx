import type { PointerEvent } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { Crop, Scan } from '#web/ui/icons/media-icons.ts'
import { maxSide } from '../../rules.ts'
import type { Editor } from '../document/editor-store.ts'
import type { Point, Rect } from '../pixels/pixels.ts'
import type { CanvasTool, OverlayProps } from './tool.ts'
import { useArrows } from './use-arrows.ts'
import { useDrag } from './use-drag.ts'
import { dragHandle, frameOfShape, type Handle, inWindow, type View } from './view.ts'

/** Its handles, which are on the stage all the time, do what there is to do. */
export const frameTool: CanvasTool = {
  ...{ id: 'frame', key: 'F', icon: Scan, label: m.canvas_frame, cursor: 'cursor-crosshair' },
  ...{ Options: FrameOptions, Overlay: FrameArrows },
}

/** The shapes that a frame is offered in, as width and height. */
const shapes = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const

/** The frame by numbers, for a keyboard and for exact sizes. */
function FrameOptions({ editor }: { editor: Editor }) {
  const { frame, size } = useStore(editor.store)
  const isWhole =
    frame.x === 0 && frame.y === 0 && frame.width === size.width && frame.height === size.height
  const isTooLarge = Math.max(frame.width, frame.height) > maxSide
  const set = (part: Partial<Rect>) => editor.choose({ frame: { ...frame, ...part } })
  return (
    <>
      {parts.map(({ name, label, min }) => (
        <span key={name} className="flex shrink-0 items-center gap-1.5">
          <span aria-hidden>{label()}</span>
          <NumberBox
            label={`${m.canvas_frame()}: ${label()}`}
            value={frame[name]}
            onChange={(value) =>
              value !== undefined && set({ [name]: nearestNumber(value, { min, max: maxSide }) })
            }
            {...{ min, max: maxSide }}
          />
        </span>
      ))}
      <select
        aria-label={m.canvas_frame_shape()}
        value=""
        onChange={({ target }) => set(frameOfShape(frame, target.value))}
        className="h-control-small shrink-0 rounded-control border border-edge bg-ground px-2 text-small pointer-coarse:text-prompt"
      >
        <option value="" disabled>
          {m.canvas_frame_shape()}
        </option>
        {shapes.map((shape) => (
          <option key={shape}>{shape}</option>
        ))}
      </select>
      <Button
        size="small"
        icon={Crop}
        className="shrink-0"
        disabled={isWhole || isTooLarge}
        onClick={() => editor.crop(frame)}
      >
        {m.canvas_crop()}
      </Button>
    </>
  )
}

const leastFrame = 64

const parts: readonly { name: keyof Rect; label: () => string; min: number }[] = [
  { name: 'x', label: () => 'X', min: -maxSide },
  { name: 'y', label: () => 'Y', min: -maxSide },
  { name: 'width', label: m.canvas_frame_width, min: leastFrame },
  { name: 'height', label: m.canvas_frame_height, min: leastFrame },
]

/** Arrow keys move the frame by a pixel, with Shift by ten. */
function FrameArrows({ editor }: OverlayProps) {
  useArrows((by) => {
    const { frame } = editor.store.getState()
    editor.choose({ frame: { ...frame, x: frame.x + by.x, y: frame.y + by.y } })
    return true
  })
  return null
}

const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : { x, y })),
)

type FrameDrag = { from: Point; frame: Rect; handle: Handle }

type FrameBoxProps = { editor: Editor; view: View; isActive: boolean }

/** The frame that is generated into; while it is the tool, with handles for its sides and corners. */
export function FrameBox({ editor, view, isActive }: FrameBoxProps) {
  const frame = useStore(editor.store, (state) => state.frame)
  const shown = inWindow(view, frame)
  const { begin, listeners } = useDrag<FrameDrag>((event, { from, frame: before, handle }) => {
    const by = {
      x: (event.clientX - from.x) / view.scale,
      y: (event.clientY - from.y) / view.scale,
    }
    editor.choose({ frame: dragHandle(before, handle, by, leastFrame) })
  })
  const start = (event: PointerEvent<HTMLElement>, handle: Handle) =>
    begin(event, { from: { x: event.clientX, y: event.clientY }, frame, handle })
  return (
    <div
      aria-hidden
      data-tour="frame"
      className="pointer-events-none absolute border-2 border-accent"
      style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
    >
      {(isActive ? handles : []).map((handle) => (
        <span
          key={`${handle.x} ${handle.y}`}
          onPointerDown={(event) => start(event, handle)}
          {...listeners}
          className="pointer-events-auto absolute z-10 size-4 -translate-1/2 rounded-full border-2 border-accent bg-ground pointer-coarse:size-6"
          style={{ left: `${(handle.x + 1) * 50}%`, top: `${(handle.y + 1) * 50}%` }}
        />
      ))}
      {isActive && (
        <span
          onPointerDown={(event) => start(event, { x: 0, y: 0 })}
          {...listeners}
          className="pointer-events-auto absolute inset-4 cursor-move"
        />
      )}
    </div>
  )
}
