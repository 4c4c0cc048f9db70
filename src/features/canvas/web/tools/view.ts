import type { Point, Rect, Size } from '../pixels/pixels.ts'

/** How the document is shown: CSS pixels for a pixel of it, and where its corner is. */
export type View = { scale: number; x: number; y: number }

const [smallest, largest] = [1 / 64, 32]

/** The whole document in the middle of its place, at most at its own size. */
export function fitView(document: Size, place: Size, margin = 24): View {
  const scale = Math.min(
    1,
    Math.max(1, place.width - 2 * margin) / document.width,
    Math.max(1, place.height - 2 * margin) / document.height,
  )
  return centred(document, place, clampScale(scale))
}

function centred(document: Size, place: Size, scale: number): View {
  return {
    scale,
    x: (place.width - document.width * scale) / 2,
    y: (place.height - document.height * scale) / 2,
  }
}

/** Zooms by a factor; the place under the pointer stays where it is. */
export function zoomAt(view: View, at: Point, factor: number): View {
  const scale = clampScale(view.scale * factor)
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

const clampScale = (scale: number) => Math.min(largest, Math.max(smallest, scale))

/** Where a place of the window is on the document. */
export function onDocument({ scale, x, y }: View, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}

/** Where a rectangle of the document is in the window. */
export function inWindow({ scale, x, y }: View, rect: Rect): Rect {
  return {
    x: rect.x * scale + x,
    y: rect.y * scale + y,
    width: rect.width * scale,
    height: rect.height * scale,
  }
}

/** The side or corner of a rectangle: which of its edges move. */
export type Handle = { x: -1 | 0 | 1; y: -1 | 0 | 1 }

/** The rectangle with its handle moved, of whole pixels and at least `least` a side. */
export function dragHandle(rect: Rect, { x, y }: Handle, by: Point, least: number): Rect {
  const [dx, dy] = [Math.round(by.x), Math.round(by.y)]
  if (x === 0 && y === 0) return { ...rect, x: rect.x + dx, y: rect.y + dy }
  const width = Math.max(least, rect.width + x * dx)
  const height = Math.max(least, rect.height + y * dy)
  return {
    x: x < 0 ? rect.x + rect.width - width : rect.x,
    y: y < 0 ? rect.y + rect.height - height : rect.y,
    width,
    height,
  }
}

/**
 * The smallest rectangle of a shape, as `16:9`, that contains another one, about the same middle. Of
 * whole pixels.
 */
export function frameOfShape(frame: Rect, shape: string): Rect {
  const [across = 1, down = 1] = shape.split(':').map(Number)
  const width = Math.max(frame.width, Math.round((frame.height * across) / down))
  const height = Math.max(frame.height, Math.round((frame.width * down) / across))
  return {
    x: Math.round(frame.x - (width - frame.width) / 2),
    y: Math.round(frame.y - (height - frame.height) / 2),
    width,
    height,
  }
}
