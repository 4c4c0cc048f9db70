import type { Size } from './fit.ts'

/** A place on an image, in its pixels. */
export type Point = { x: number; y: number }

/** What is changed on an image before it is sent. */
export type ImageEdit = {
  /** Quarter turns to the right, 0 to 3; applied before `isMirrored`. */
  turns: number
  /** Left and right are exchanged. */
  isMirrored: boolean
  /** The part that is kept, in pixels of the turned image; an extended image's reaches beyond it. */
  frame: Frame
}

export type Frame = Point & Size

/** A side or a corner of a frame: −1 is left or top, 1 is right or bottom, 0 neither. */
export type Handle = { x: -1 | 0 | 1; y: -1 | 0 | 1 }

/** The shortest side of a frame, in pixels. */
const minSide = 32

/** The size of the image once it is turned. */
export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The frame that is the whole image. */
export function wholeFrame({ width, height }: Size): Frame {
  return { x: 0, y: 0, width, height }
}

/** How far an image may be extended: by half of its size on each side. */
export function extendedBounds({ width, height }: Size): Frame {
  return { x: -width / 2, y: -height / 2, width: width * 2, height: height * 2 }
}

/** Whether a part of the frame is outside of the image, by half a pixel at least. */
export function reachesOutside({ x, y, width, height }: Frame, image: Size): boolean {
  return Math.max(-x, -y, x + width - image.width, y + height - image.height) >= 0.5
}

/** An edit that changes nothing. */
export function noEdit(source: Size): ImageEdit {
  return { turns: 0, isMirrored: false, frame: wholeFrame(source) }
}

export function changesNothing(edit: ImageEdit, source: Size): boolean {
  const { x, y, width, height } = pixelFrame(edit.frame, extendedBounds(source))
  return (
    edit.turns === 0 &&
    !edit.isMirrored &&
    x === 0 &&
    y === 0 &&
    width === source.width &&
    height === source.height
  )
}

/** Turns what is shown by a quarter; the frame keeps its part of the image. */
export function turn(edit: ImageEdit, source: Size, by: 'left' | 'right'): ImageEdit {
  const { width, height } = turnedSize(source, edit.turns)
  const { frame } = edit
  const toRight = by === 'right' ? 1 : 3
  return {
    ...edit,
    // Mirrored, the image itself turns the other way.
    turns: (edit.turns + (edit.isMirrored ? 4 - toRight : toRight)) % 4,
    frame: {
      x: by === 'right' ? height - frame.y - frame.height : frame.y,
      y: by === 'right' ? frame.x : width - frame.x - frame.width,
      width: frame.height,
      height: frame.width,
    },
  }
}

/** Mirrors what is shown; the frame keeps its part of the image. */
export function flip(
  edit: ImageEdit,
  source: Size,
  direction: 'horizontally' | 'vertically',
): ImageEdit {
  const { width, height } = turnedSize(source, edit.turns)
  const { frame } = edit
  const isHorizontal = direction === 'horizontally'
  return {
    // Upside down is mirrored and turned by half.
    turns: isHorizontal ? edit.turns : (edit.turns + 2) % 4,
    isMirrored: !edit.isMirrored,
    frame: isHorizontal
      ? { ...frame, x: width - frame.x - frame.width }
      : { ...frame, y: height - frame.y - frame.height },
  }
}

/** The largest frame of a ratio (width by height) around the middle of another. */
export function withRatio(frame: Frame, ratio: number, bounds: Frame): Frame {
  return around(frame, Math.min(bounds.width, bounds.height * ratio), ratio, bounds)
}

/** The smallest frame of a ratio that shows the whole image, as far as the bounds allow. */
export function aroundImage(image: Size, ratio: number, bounds: Frame): Frame {
  const width = Math.max(image.width, image.height * ratio)
  const most = Math.min(bounds.width, bounds.height * ratio)
  return around(wholeFrame(image), Math.min(width, most), ratio, bounds)
}

function around(frame: Frame, width: number, ratio: number, bounds: Frame): Frame {
  const height = width / ratio
  const middle = {
    x: frame.x + (frame.width - width) / 2,
    y: frame.y + (frame.height - height) / 2,
  }
  return moveTo({ ...frame, width, height }, middle, bounds)
}

/** The frame with its upper left corner at a point, within the bounds. */
export function moveTo(frame: Frame, to: Point, bounds: Frame): Frame {
  return {
    ...frame,
    x: clamp(to.x, bounds.x, bounds.x + bounds.width - frame.width),
    y: clamp(to.y, bounds.y, bounds.y + bounds.height - frame.height),
  }
}

/**
 * The frame with one of its sides or corners moved to a point, within the bounds. With a ratio, only
 * corners can be moved.
 */
export function resize(
  frame: Frame,
  handle: Handle,
  to: Point,
  bounds: Frame,
  ratio: number | undefined,
): Frame {
  const [horizontal, vertical] = [spanOf(frame, bounds, 'x'), spanOf(frame, bounds, 'y')]
  const across = stretch(horizontal, handle.x, to.x)
  const down = stretch(vertical, handle.y, to.y)
  if (ratio === undefined)
    return { x: across.from, y: down.from, width: across.length, height: down.length }
  const most = Math.min(roomFor(horizontal, handle.x), roomFor(vertical, handle.y) * ratio)
  const least = Math.max(minSide, minSide * ratio)
  const width = clamp(Math.max(across.length, down.length * ratio), Math.min(least, most), most)
  const height = width / ratio
  return {
    x: handle.x < 0 ? frame.x + frame.width - width : frame.x,
    y: handle.y < 0 ? frame.y + frame.height - height : frame.y,
    width,
    height,
  }
}

/** Where a handle of a frame is. */
export function handleAt(frame: Frame, { x, y }: Handle): Point {
  return {
    x: frame.x + (frame.width * (x + 1)) / 2,
    y: frame.y + (frame.height * (y + 1)) / 2,
  }
}

/** The frame in whole pixels within the bounds. */
export function pixelFrame(frame: Frame, bounds: Frame): Frame {
  const x = Math.round(frame.x)
  const y = Math.round(frame.y)
  return {
    x,
    y,
    width: clamp(Math.round(frame.width), 1, Math.floor(bounds.x + bounds.width) - x),
    height: clamp(Math.round(frame.height), 1, Math.floor(bounds.y + bounds.height) - y),
  }
}

/** One direction of a frame, and how far it may reach. */
type Span = { from: number; length: number; min: number; max: number }

function spanOf(frame: Frame, bounds: Frame, axis: 'x' | 'y'): Span {
  const length = axis === 'x' ? 'width' : 'height'
  return {
    from: frame[axis],
    length: frame[length],
    min: bounds[axis],
    max: bounds[axis] + bounds[length],
  }
}

function stretch({ from, length, min, max }: Span, side: -1 | 0 | 1, to: number) {
  const end = from + length
  const least = Math.min(minSide, length)
  if (side < 0) {
    const start = clamp(to, min, end - least)
    return { from: start, length: end - start }
  }
  return { from, length: side > 0 ? clamp(to, from + least, max) - from : length }
}

function roomFor({ from, length, min, max }: Span, side: -1 | 0 | 1): number {
  return side < 0 ? from + length - min : max - from
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
