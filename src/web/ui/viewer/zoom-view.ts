/**
 * The view of an image: 1 is as it fits; `x` and `y` are the distance of its middle from the
 * frame's, in px.
 */
export type View = { scale: number; x: number; y: number }

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export const fitted: View = { scale: 1, x: 0, y: 0 }

/** The smallest and the largest zoom, and the step of the buttons (docs/spec/history.md#record). */
export const minScale = 0.25
export const maxScale = 3
export const scaleStep = 0.25

/** The next step up or down; from in between, the nearest one in that direction. */
export function stepScale(scale: number, direction: -1 | 1): number {
  const steps = scale / scaleStep
  const isOnStep = Math.abs(steps - Math.round(steps)) < 0.001
  const next = isOnStep
    ? Math.round(steps) + direction
    : direction === 1
      ? Math.ceil(steps)
      : Math.floor(steps)
  return between(minScale, next * scaleStep, maxScale)
}

/**
 * Another scale around a point of the frame, relative to its middle: the point under it stays
 * there.
 */
export function zoomAt({ scale, x, y }: View, requested: number, at: Point = { x: 0, y: 0 }): View {
  const next = between(minScale, requested, maxScale)
  const factor = next / scale
  return { scale: next, x: at.x - (at.x - x) * factor, y: at.y - (at.y - y) * factor }
}

/**
 * The same view with no more empty room at an edge than necessary. `content` is the size of the
 * image at 1.
 */
export function keepInside({ scale, x, y }: View, content: Size, frame: Size): View {
  const room = (inner: number, outer: number) => Math.max(0, (inner * scale - outer) / 2)
  const [across, down] = [room(content.width, frame.width), room(content.height, frame.height)]
  return { scale, x: between(-across, x, across), y: between(-down, y, down) }
}

/** Fingers on the frame, relative to its middle: their middle, and their distance. */
export function spanOf(one: Point, other: Point): { middle: Point; distance: number } {
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  }
}

function between(least: number, requested: number, most: number): number {
  // Adding 0 turns −0 into 0.
  return Math.max(least, Math.min(requested, most)) + 0
}
