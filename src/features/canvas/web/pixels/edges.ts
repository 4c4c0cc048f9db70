import { boxBlur, boxRadii } from './box-blur.ts'
import {
  checkMask,
  checkPixels,
  checkRange,
  createMask,
  inBands,
  type Mask,
  type Pixels,
  type ToolOptions,
} from './pixels.ts'

/**
 * `sigma`: how much is blurred before, 0 to 16 pixels. `low` and `high`: the strengths from which an
 * edge goes on and begins, 0 to 1,500, as OpenCV's Canny counts them; 100 and 200 are usual.
 */
export type EdgeOptions = { sigma: number; low: number; high: number }

const [none, weak, strong] = [0, 1, 255]

/**
 * Returns the edges of an image, one pixel wide: 255 on an edge, 0 elsewhere, by Canny's method;
 * what is transparent counts as white. A control layer is its `maskToPixels` in white. As an edge
 * may go on through the whole image, it is not made in tiles. `null` once it is cancelled. Throws
 * RangeError for numbers out of range, `high` below `low`, and a bad size.
 */
export function findEdges(
  pixels: Pixels,
  { sigma, low, high }: EdgeOptions,
  { mask, isCancelled }: ToolOptions = {},
): Mask | null {
  checkPixels(pixels)
  if (mask) checkMask(mask, pixels)
  checkRange('sigma', sigma, 0, 16)
  checkRange('low', low, 0, 1500)
  checkRange('high', high, low, 1500)
  const { width, height } = pixels
  const greys = greysOf(pixels)
  if (isCancelled?.()) return null
  boxBlur({ width, height, channels: 1, data: greys }, boxRadii(sigma))
  const slopes = createSlopes(greys, width, height)
  const edges = createMask(pixels)
  const isDone =
    inBands(height, isCancelled, (from, to) => measureRows(slopes, from, to)) &&
    inBands(height, isCancelled, (from, to) => markRows(slopes, edges, { low, high, from, to }))
  if (!isDone) return null
  followEdges(edges)
  for (let index = 0; index < edges.data.length; index++) {
    const isKept = edges.data[index] === strong && mask?.data[index] !== 0
    edges.data[index] = isKept ? strong : none
  }
  return edges
}

/** Brightness over white, in 256ths of a byte. */
function greysOf({ data }: Pixels): Uint16Array {
  const greys = new Uint16Array(data.length / 4)
  for (let index = 0; index < greys.length; index++) {
    const at = index * 4
    const luma = 54 * (data[at] ?? 0) + 183 * (data[at + 1] ?? 0) + 19 * (data[at + 2] ?? 0)
    const alpha = (data[at + 3] ?? 0) / 255
    greys[index] = luma * alpha + 65_280 * (1 - alpha)
  }
  return greys
}

type Slopes = {
  width: number
  height: number
  greys: Uint16Array
  right: Int16Array
  down: Int16Array
}

function createSlopes(greys: Uint16Array, width: number, height: number): Slopes {
  const [right, down] = [new Int16Array(greys.length), new Int16Array(greys.length)]
  return { width, height, greys, right, down }
}

/** Sobel's operator; the outermost pixels go on. */
function measureRows({ width, height, greys, right, down }: Slopes, from: number, to: number) {
  for (let y = from; y < to; y++) {
    const above = Math.max(0, y - 1) * width
    const row = y * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const before = Math.max(0, x - 1)
      const after = Math.min(width - 1, x + 1)
      const topLeft = greys[above + before] ?? 0
      const topRight = greys[above + after] ?? 0
      const bottomLeft = greys[below + before] ?? 0
      const bottomRight = greys[below + after] ?? 0
      const across = (greys[row + after] ?? 0) - (greys[row + before] ?? 0)
      const along = (greys[below + x] ?? 0) - (greys[above + x] ?? 0)
      right[row + x] = (topRight + bottomRight - topLeft - bottomLeft + 2 * across) / 256
      down[row + x] = (bottomLeft + bottomRight - topLeft - topRight + 2 * along) / 256
    }
  }
}

type Marking = { low: number; high: number; from: number; to: number }

/** Keeps what is steepest across its edge, and marks it as weak or strong. */
function markRows(slopes: Slopes, edges: Mask, { low, high, from, to }: Marking): void {
  const { width, height, right, down } = slopes
  // Squared, as are those that it is compared with.
  const strength = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0
    return (right[y * width + x] ?? 0) ** 2 + (down[y * width + x] ?? 0) ** 2
  }
  for (let y = from; y < to; y++)
    for (let x = 0; x < width; x++) {
      const own = strength(x, y)
      if (own < low * low || own === 0) continue
      const direction = acrossEdge(right[y * width + x] ?? 0, down[y * width + x] ?? 0)
      const dx = direction[0]
      const dy = direction[1]
      // Of two that are as steep, one side only, so that the edge stays one pixel wide.
      if (own < strength(x + dx, y + dy) || own <= strength(x - dx, y - dy)) continue
      edges.data[y * width + x] = own >= high * high ? strong : weak
    }
}

const directions = [
  [1, 0],
  [1, 1],
  [0, 1],
  [1, -1],
] as const

/** The neighbour that is nearest to the direction of the slope. */
function acrossEdge(right: number, down: number): readonly [number, number] {
  // tan 22.5°
  const narrow = 0.41421356
  if (Math.abs(down) <= narrow * Math.abs(right)) return directions[0]
  if (Math.abs(right) <= narrow * Math.abs(down)) return directions[2]
  return right * down > 0 ? directions[1] : directions[3]
}

/** Weak edges that touch strong ones become strong. */
function followEdges({ width, height, data }: Mask): void {
  const open: number[] = []
  for (let index = 0; index < data.length; index++) if (data[index] === strong) open.push(index)
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const x = index % width
    const y = Math.floor(index / width)
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        if (data[row * width + column] !== weak) continue
        data[row * width + column] = strong
        open.push(row * width + column)
      }
  }
}
