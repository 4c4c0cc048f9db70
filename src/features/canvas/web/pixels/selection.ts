import { checkPoint, checkSize, createMask, type Mask, type Point, type Size } from './pixels.ts'

/** A rectangle with any numbers. */
export type Box = Point & { width: number; height: number }

/** Lines that are looked at within each row of pixels, for a soft edge. */
const linesPerRow = 16

/** Crossings above which an edge is no longer soft, so that no scribble takes minutes. */
const maxCrossings = 20_000_000

/**
 * Returns a mask of a rectangle, in pixels; parts of pixels are covered in part. Throws RangeError
 * for a bad size, for numbers that are not finite, and for sides below 0.
 */
export function selectRectangle(size: Size, box: Box): Mask {
  const { x, y, width, height } = checkedBox(box)
  return selectPolygon(size, [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ])
}

/**
 * Returns a mask of the ellipse in a rectangle, in pixels, with a soft edge. Throws as
 * selectRectangle.
 */
export function selectEllipse(size: Size, box: Box): Mask {
  const { x, y, width, height } = checkedBox(box)
  // No further than a fiftieth of a pixel from the true line.
  const count = Math.min(4096, Math.ceil(16 + 12 * Math.sqrt(Math.max(width, height))))
  const points = Array.from({ length: count }, (_point, index) => ({
    x: x + (width / 2) * (1 + Math.cos((2 * Math.PI * index) / count)),
    y: y + (height / 2) * (1 + Math.sin((2 * Math.PI * index) / count)),
  }))
  return selectPolygon(size, points)
}

/**
 * Returns a mask of what a line encloses, in pixels; the line is closed, and what it encloses twice
 * is outside (even-odd). Edges are soft: the covered share of each pixel. Fewer than three points
 * enclose nothing. Throws RangeError for a bad size, and for points that are not finite.
 */
export function selectPolygon(size: Size, points: readonly Point[]): Mask {
  checkSize(size)
  for (const [index, point] of points.entries()) checkPoint(`points[${index}]`, point)
  const mask = createMask(size)
  if (points.length < 3) return mask
  const edges = new EdgeList(points, size)
  const lines = edges.rows * linesPerRow > maxCrossings ? 1 : linesPerRow
  const cover = new Float64Array(size.width + 2)
  for (let y = edges.top; y < edges.bottom; y++) {
    cover.fill(0)
    for (let line = 0; line < lines; line++) edges.addCrossings(y + (line + 0.5) / lines, cover)
    let sum = 0
    for (let x = 0; x < size.width; x++) {
      sum += cover[x] ?? 0
      mask.data[y * size.width + x] = Math.round((sum * 255) / lines)
    }
  }
  return mask
}

function checkedBox(box: Box): Box {
  checkPoint('box', box)
  for (const side of ['width', 'height'] as const)
    if (!(box[side] >= 0 && box[side] < Number.POSITIVE_INFINITY))
      throw new RangeError(`box.${side} is ${box[side]}: a number of at least 0 is needed`)
  return box
}

/** The edges of a polygon, of which it knows those that a line crosses: lines come from the top. */
class EdgeList {
  /** The first row that is touched, and the one after the last. */
  readonly top: number
  readonly bottom: number
  /** Rows that all edges cross together. */
  readonly rows: number
  readonly #edges: Float64Array
  readonly #order: Uint32Array
  readonly #width: number
  #next = 0
  #active: Uint32Array
  #activeCount = 0
  #crossings: Float64Array

  constructor(points: readonly Point[], size: Size) {
    const count = points.length
    this.#width = size.width
    this.#edges = new Float64Array(count * 4)
    const tops = new Float64Array(count)
    let [top, bottom, rows] = [size.height, 0, 0]
    for (const [index, point] of points.entries()) {
      const other = points[index === 0 ? count - 1 : index - 1] ?? point
      const [upper, lower] = point.y < other.y ? [point, other] : [other, point]
      this.#edges.set([upper.x, upper.y, lower.x, lower.y], index * 4)
      tops[index] = upper.y
      top = Math.min(top, upper.y)
      bottom = Math.max(bottom, lower.y)
      rows += Math.max(0, Math.min(size.height, lower.y) - Math.max(0, upper.y))
    }
    this.top = Math.max(0, Math.floor(top))
    this.bottom = Math.min(size.height, Math.ceil(bottom))
    this.rows = rows
    this.#order = Uint32Array.from(tops.keys()).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0))
    this.#active = new Uint32Array(count)
    this.#crossings = new Float64Array(count)
  }

  /**
   * Adds how a line at `y` covers its pixels, as differences from pixel to pixel: each crossing
   * turns what follows on or off, and its own pixel in part.
   */
  addCrossings(y: number, cover: Float64Array): void {
    this.#activate(y)
    const count = this.#collectCrossings(y)
    const crossings = this.#crossings.subarray(0, count).sort()
    for (let index = 0; index < count; index++) {
      const x = Math.min(this.#width, Math.max(0, crossings[index] ?? 0))
      const pixel = Math.floor(x)
      const change = index % 2 === 0 ? 1 : -1
      cover[pixel] = (cover[pixel] ?? 0) + change * (pixel + 1 - x)
      cover[pixel + 1] = (cover[pixel + 1] ?? 0) + change * (x - pixel)
    }
  }

  #activate(y: number): void {
    for (; this.#next < this.#order.length; this.#next++) {
      const edge = this.#order[this.#next] ?? 0
      if ((this.#edges[edge * 4 + 1] ?? 0) > y) break
      this.#active[this.#activeCount++] = edge
    }
  }

  /** Drops the edges that end above. */
  #collectCrossings(y: number): number {
    let kept = 0
    for (let index = 0; index < this.#activeCount; index++) {
      const edge = this.#active[index] ?? 0
      const lowerY = this.#edges[edge * 4 + 3] ?? 0
      if (lowerY <= y) continue
      const upperX = this.#edges[edge * 4] ?? 0
      const upperY = this.#edges[edge * 4 + 1] ?? 0
      const share = (y - upperY) / (lowerY - upperY)
      this.#crossings[kept] = upperX + share * ((this.#edges[edge * 4 + 2] ?? 0) - upperX)
      this.#active[kept++] = edge
    }
    this.#activeCount = kept
    return kept
  }
}
