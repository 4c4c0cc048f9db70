import {
  checkPixels,
  checkPoint,
  checkSize,
  createPixels,
  inBands,
  type Pixels,
  type Point,
  type Size,
} from './pixels.ts'

/** Four corners: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point]

/** Nine numbers, row by row, that move a place in perspective; the last is 1. */
export type Homography = readonly number[]

/**
 * Returns the perspective that moves four corners to four others, in pixels. Throws RangeError for
 * corners that are not finite, and where three of them are on one line.
 */
export function findPerspective(from: Corners, to: Corners): Homography {
  checkCorners('from', from)
  checkCorners('to', to)
  const rows = from.flatMap(({ x, y }, corner) => {
    const target = to[corner] ?? { x: 0, y: 0 }
    return [
      [x, y, 1, 0, 0, 0, -x * target.x, -y * target.x, target.x],
      [0, 0, 0, x, y, 1, -x * target.y, -y * target.y, target.y],
    ]
  })
  return [...solveLinear(rows), 1]
}

/** Returns where a perspective moves a place. */
export function movePoint(matrix: Homography, { x, y }: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix
  const depth = g * x + h * y + i
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

/**
 * Returns an image of a size whose corners show the given corners of another, in its pixels: what
 * was in perspective becomes a rectangle. Interpolates in straight lines, colours by their opacity;
 * what is outside of the image is transparent. `null` once it is cancelled. Throws RangeError as
 * findPerspective, and for a bad size.
 */
export function straighten(
  pixels: Pixels,
  corners: Corners,
  size: Size,
  isCancelled?: () => boolean,
): Pixels | null {
  checkSize(size)
  return warp(pixels, findPerspective(cornersOf(size), corners), size, isCancelled)
}

/**
 * Returns an image of a size on which another is drawn in perspective, its corners at the given
 * ones. Otherwise as straighten.
 */
export function distort(
  pixels: Pixels,
  corners: Corners,
  size: Size,
  isCancelled?: () => boolean,
): Pixels | null {
  checkPixels(pixels)
  return warp(pixels, findPerspective(corners, cornersOf(pixels)), size, isCancelled)
}

function cornersOf({ width, height }: Size): Corners {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
}

function checkCorners(field: string, corners: Corners): void {
  for (const [index, corner] of corners.entries()) checkPoint(`${field}[${index}]`, corner)
  const extent = Math.max(...corners.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))), 1)
  for (const index of corners.keys()) {
    const [a, b, c] = corners.filter((_corner, other) => other !== index)
    if (!a || !b || !c) return
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if (Math.abs(area) < 1e-9 * extent * extent)
      throw new RangeError(`${field} has three corners on one line: a quadrilateral is needed`)
  }
}

/** Gauss's elimination, the largest pivot first; a row has the right side last. */
function solveLinear(rows: number[][]): number[] {
  const count = rows.length
  for (let column = 0; column < count; column++) {
    const below = rows.slice(column)
    const pivot = below.toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))[0]
    if (!pivot?.[column]) throw new RangeError('corners have no perspective')
    const others = rows.filter((row) => row !== pivot)
    const scaled = pivot.map((value) => value / (pivot[column] ?? 1))
    const reduced = others.map((row) =>
      row.map((value, index) => value - (row[column] ?? 0) * (scaled[index] ?? 0)),
    )
    rows.splice(0, count, ...reduced.slice(0, column), scaled, ...reduced.slice(column))
  }
  return rows.map((row) => row[count] ?? 0)
}

/** For each pixel of the result, the perspective says which place of the image it shows. */
function warp(
  pixels: Pixels,
  matrix: Homography,
  size: Size,
  isCancelled: (() => boolean) | undefined,
): Pixels | null {
  checkPixels(pixels)
  const result = createPixels(size)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix
  // Where the depth changes its sign is the horizon: what is beyond it cannot be seen.
  const front = Math.sign((g * size.width) / 2 + (h * size.height) / 2 + i)
  const isDone = inBands(size.height, isCancelled, (from, to) => {
    for (let row = from; row < to; row++)
      for (let column = 0; column < size.width; column++) {
        const x = column + 0.5
        const y = row + 0.5
        const depth = g * x + h * y + i
        if (depth * front <= 0) continue
        const at = (row * size.width + column) * 4
        writeSample(
          pixels,
          (a * x + b * y + c) / depth,
          (d * x + e * y + f) / depth,
          result.data,
          at,
        )
      }
  })
  return isDone ? result : null
}

/** Mixes the four pixels around a place; those outside of the image are those at its edge. */
function writeSample(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  target: Uint8ClampedArray,
  at: number,
): void {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  const right = x - 0.5 - left
  const down = y - 0.5 - top
  let red = 0
  let green = 0
  let blue = 0
  let alpha = 0
  for (let corner = 0; corner < 4; corner++) {
    const isRight = corner % 2 === 1
    const isDown = corner > 1
    const column = Math.min(width - 1, Math.max(0, isRight ? left + 1 : left))
    const row = Math.min(height - 1, Math.max(0, isDown ? top + 1 : top))
    const from = (row * width + column) * 4
    const share = (isRight ? right : 1 - right) * (isDown ? down : 1 - down)
    const weight = share * (data[from + 3] ?? 0)
    red += weight * (data[from] ?? 0)
    green += weight * (data[from + 1] ?? 0)
    blue += weight * (data[from + 2] ?? 0)
    alpha += weight
  }
  if (alpha === 0) return
  target[at] = red / alpha
  target[at + 1] = green / alpha
  target[at + 2] = blue / alpha
  target[at + 3] = alpha
}
