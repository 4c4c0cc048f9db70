import type { Point, Rect } from '../pixels/pixels.ts'

/** Where a layer is in its group or on the document, as it is saved. `rotation`: in degrees. */
export type Transform = Point & { scaleX: number; scaleY: number; rotation: number }

/** x' = a·x + c·y + e and y' = b·x + d·y + f, as a canvas takes them. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A rectangle with any numbers. */
export type Box = Point & { width: number; height: number }

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

export const noTransform: Transform = { x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: 0 }

/** The limits of the document's format. */
const [furthest, largestScale] = [100_000, 1_000]

/** Returns the matrix from pixels of a layer to those of what it is in: scale, rotate, move. */
export function matrixOf({ x, y, scaleX, scaleY, rotation }: Transform): Matrix {
  const [cos, sin] = turn(rotation)
  return [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, x, y]
}

/** Cosine and sine of an angle in degrees; whole for quarter turns, so that pixels stay sharp. */
function turn(degrees: number): [number, number] {
  const quarter = (((degrees / 90) % 4) + 4) % 4
  if (Number.isInteger(quarter)) return quarterTurns[quarter] ?? [1, 0]
  const angle = (degrees * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle)]
}

const quarterTurns: readonly [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

/** Returns the matrix that does `inner` first and `outer` then. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [
    ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
    ...([a * k + c * l + e, b * k + d * l + f] as const),
  ]
}

/** Returns the matrix that leads back; `null` for one that leaves no area. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c
  if (Math.abs(area) < 1e-12) return null
  return [
    ...([d / area, -b / area, -c / area, a / area] as const),
    ...([(c * f - d * e) / area, (b * e - a * f) / area] as const),
  ]
}

export function movePoint([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** Returns how many times longer a line becomes, in the middle of all directions. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

/** Returns the corners of a box after a matrix: top left, top right, bottom right, bottom left. */
export function cornersOf(matrix: Matrix, { x, y, width, height }: Box): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => movePoint(matrix, corner))
}

/** Returns the upright box around places; `null` where there are none. */
export function boxAround(points: readonly Point[]): Box | null {
  if (points.length === 0) return null
  const x = Math.min(...points.map((point) => point.x))
  const y = Math.min(...points.map((point) => point.y))
  return {
    ...{ x, y, width: Math.max(...points.map((point) => point.x)) - x },
    height: Math.max(...points.map((point) => point.y)) - y,
  }
}

/** Returns the whole pixels that a box touches after a matrix. */
export function moveRect(matrix: Matrix, box: Box): Rect {
  const around = boxAround(cornersOf(matrix, box)) ?? box
  // A rounding error of a rotation is no further pixel.
  const [x, y] = [Math.floor(around.x + 1e-6), Math.floor(around.y + 1e-6)]
  return {
    ...{ x, y, width: Math.max(1, Math.ceil(around.x + around.width - 1e-6) - x) },
    height: Math.max(1, Math.ceil(around.y + around.height - 1e-6) - y),
  }
}

/** Returns the transform whose matrix is this one, as near as a transform without shear can be. */
export function transformOf([a, b, c, d, e, f]: Matrix): Transform {
  const scaleX = Math.hypot(a, b)
  const rotation = scaleX > 0 ? degreesOf(Math.atan2(b, a)) : 0
  const scaleY = scaleX > 0 ? (a * d - b * c) / scaleX : Math.hypot(c, d)
  return limited({ x: e, y: f, scaleX, scaleY, rotation })
}

export const degreesOf = (angle: number): number =>
  Math.round(((angle * 180) / Math.PI) * 1e6) / 1e6

/** Returns an angle in degrees as one above -180 and up to 180. */
export function normalizeDegrees(degrees: number): number {
  const rest = ((degrees % 360) + 360) % 360
  return rest > 180 ? rest - 360 : rest
}

/** Returns the transform within the limits of the document's format. */
export function limited({ x, y, scaleX, scaleY, rotation }: Transform): Transform {
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
  return {
    ...{ x: within(x, furthest), y: within(y, furthest), rotation: normalizeDegrees(rotation) },
    ...{ scaleX: within(scaleX, largestScale), scaleY: within(scaleY, largestScale) },
  }
}
