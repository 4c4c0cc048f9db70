import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { type Frame, type Handle, handleAt, moveTo, type Point, resize } from './frame.ts'

type CropFrameProps = {
  frame: Frame
  /** Where the frame may be, in pixels of the turned image. */
  bounds: Frame
  /** Screen pixels for each pixel of the image. */
  scale: number
  ratio: number | undefined
  onChange: (frame: Frame) => void
}

const corners: readonly (Handle & { label: () => string; cursor: string })[] = [
  { x: -1, y: -1, label: m.inputs_crop_handle_top_left, cursor: 'cursor-nwse-resize' },
  { x: 1, y: -1, label: m.inputs_crop_handle_top_right, cursor: 'cursor-nesw-resize' },
  { x: -1, y: 1, label: m.inputs_crop_handle_bottom_left, cursor: 'cursor-nesw-resize' },
  { x: 1, y: 1, label: m.inputs_crop_handle_bottom_right, cursor: 'cursor-nwse-resize' },
]
const sides: typeof corners = [
  { x: 0, y: -1, label: m.inputs_crop_handle_top, cursor: 'cursor-ns-resize' },
  { x: 1, y: 0, label: m.inputs_crop_handle_right, cursor: 'cursor-ew-resize' },
  { x: 0, y: 1, label: m.inputs_crop_handle_bottom, cursor: 'cursor-ns-resize' },
  { x: -1, y: 0, label: m.inputs_crop_handle_left, cursor: 'cursor-ew-resize' },
]

/** The part that is kept: it is moved as a whole, or by its corners and sides. */
export function CropFrame({ frame, bounds, scale, ratio, onChange }: CropFrameProps) {
  const hintId = useId()
  const handles = ratio === undefined ? [...corners, ...sides] : corners
  const move = useMoves(
    scale,
    bounds,
    () => ({ x: frame.x, y: frame.y }),
    (to) => onChange(moveTo(frame, to, bounds)),
  )
  return (
    <div className="absolute touch-none select-none" style={frameStyle(frame, bounds, scale)}>
      <p id={hintId} hidden>
        {m.inputs_crop_keys()}
      </p>
      <button
        type="button"
        {...move}
        data-initial-focus
        aria-label={m.inputs_crop_move()}
        aria-describedby={hintId}
        className="absolute inset-0 size-full cursor-move touch-none border border-text"
      >
        <Thirds />
      </button>
      {handles.map((handle) => (
        <HandleButton
          key={`${handle.x} ${handle.y}`}
          {...{ handle, frame, bounds, scale, ratio, onChange, hintId }}
        />
      ))}
    </div>
  )
}

/** Where a frame is on the screen, within its bounds. */
export function frameStyle({ x, y, width, height }: Frame, bounds: Point, scale: number) {
  return {
    left: (x - bounds.x) * scale,
    top: (y - bounds.y) * scale,
    width: width * scale,
    height: height * scale,
  }
}

type HandleProps = CropFrameProps & { handle: (typeof corners)[number]; hintId: string }

function HandleButton({ handle, frame, bounds, scale, ratio, onChange, hintId }: HandleProps) {
  const moves = useMoves(
    scale,
    bounds,
    () => handleAt(frame, handle),
    (to) => onChange(resize(frame, handle, to, bounds, ratio)),
  )
  return (
    <button
      type="button"
      {...moves}
      aria-label={handle.label()}
      aria-describedby={hintId}
      className={`absolute flex size-6 -translate-1/2 touch-none items-center justify-center pointer-coarse:size-11 ${handle.cursor}`}
      style={{ left: `${(handle.x + 1) * 50}%`, top: `${(handle.y + 1) * 50}%` }}
    >
      <span
        aria-hidden
        className={`block border border-ground bg-text ${handle.x !== 0 && handle.y !== 0 ? 'size-3' : handle.x === 0 ? 'h-1.5 w-5' : 'h-5 w-1.5'}`}
      />
    </button>
  )
}

/** Lines at the thirds, which help to compose. */
function Thirds() {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0 block">
      <span className="absolute inset-x-1/3 inset-y-0 border-x border-text/30" />
      <span className="absolute inset-x-0 inset-y-1/3 border-y border-text/30" />
    </span>
  )
}

/**
 * Moves a point of the frame by dragging an element, or by its arrow keys: by a hundredth of the
 * image, with Shift by a tenth. Spread the result onto the element.
 */
function useMoves(
  scale: number,
  bounds: Frame,
  readPoint: () => Point,
  onMove: (to: Point) => void,
) {
  const drag = useRef<{ pointer: Point; point: Point }>(undefined)
  const end = () => {
    drag.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { pointer: { x: event.clientX, y: event.clientY }, point: readPoint() }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = drag.current
      if (!start) return
      onMove({
        x: start.point.x + (clientX - start.pointer.x) / scale,
        y: start.point.y + (clientY - start.pointer.y) / scale,
      })
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent) {
      const direction = arrows[event.key]
      if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const step = Math.max(1, Math.max(bounds.width, bounds.height) / (event.shiftKey ? 10 : 100))
      const point = readPoint()
      onMove({ x: point.x + direction.x * step, y: point.y + direction.y * step })
    },
  }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
