/** A place, in pixels; the centre of the first pixel is at 0.5, 0.5. */
export type Point = { x: number; y: number }

/** Whole pixels. */
export type Size = { width: number; height: number }

/** Whole pixels; `x` and `y` may be negative: outside of what it is a part of. */
export type Rect = Size & Point

/**
 * An image: RGBA, one byte a channel, colours not multiplied by their opacity. An `ImageData` is
 * one.
 */
export type Pixels = Size & { data: Uint8ClampedArray<ArrayBuffer> }

/** What changes: one byte a pixel, 0 (keep) to 255 (change). */
export type Mask = Size & { data: Uint8Array<ArrayBuffer> }

/**
 * What every tool of the whole image takes. `mask`: changes only so much, of the same size.
 * `isCancelled`: asked before each band of rows; once it says `true`, the tool returns `null`.
 */
export type ToolOptions = { mask?: Mask; isCancelled?: () => boolean }

/** The longest side of an image, in pixels: a document of 8,192 with as much around it. */
export const maxSide = 16_384

/** Rows between two questions whether the work is cancelled. */
const bandRows = 64

/** Returns a transparent image. Throws RangeError for sides below 1 or above 16,384. */
export function createPixels({ width, height }: Size): Pixels {
  checkSize({ width, height })
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

/** Returns an image of its own with the same pixels. Throws RangeError for a bad size. */
export function copyPixels(pixels: Pixels): Pixels {
  checkPixels(pixels)
  return { width: pixels.width, height: pixels.height, data: pixels.data.slice() }
}

/** Returns the pixels as words, of the same memory. */
export function wordsOf({ data }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
}

/** Returns a mask that keeps all. Throws RangeError for sides below 1 or above 16,384. */
export function createMask({ width, height }: Size): Mask {
  checkSize({ width, height })
  return { width, height, data: new Uint8Array(width * height) }
}

/**
 * Returns the part of an image in `rect`, which may reach outside: transparent there. Throws
 * RangeError for a bad size.
 */
export function cropPixels(pixels: Pixels, rect: Rect): Pixels {
  checkPixels(pixels)
  checkRect(rect)
  const result = createPixels(rect)
  copyRows(pixels, result, { x: -rect.x, y: -rect.y }, 4)
  return result
}

/** Returns the part of a mask in `rect`, which may reach outside: 0 there. Throws as cropPixels. */
export function cropMask(mask: Mask, rect: Rect): Mask {
  checkMask(mask)
  checkRect(rect)
  const result = createMask(rect)
  copyRows(mask, result, { x: -rect.x, y: -rect.y }, 1)
  return result
}

/**
 * Replaces, in place, the part of `target` that a patch covers when its corner is at `at`; what
 * reaches outside is left out. Throws RangeError for a bad size or place.
 */
export function placePixels(target: Pixels, patch: Pixels, at: Point): void {
  checkPixels(target, 'target')
  checkPixels(patch, 'patch')
  checkInteger('at.x', at.x)
  checkInteger('at.y', at.y)
  copyRows(patch, target, at, 4)
}

type Rows = Size & { data: Uint8ClampedArray | Uint8Array }

function copyRows(source: Rows, target: Rows, at: Point, channels: number): void {
  const left = Math.max(0, at.x)
  const right = Math.min(target.width, at.x + source.width)
  if (right <= left) return
  const bottom = Math.min(target.height, at.y + source.height)
  for (let y = Math.max(0, at.y); y < bottom; y++) {
    const from = ((y - at.y) * source.width + left - at.x) * channels
    const row = source.data.subarray(from, from + (right - left) * channels)
    target.data.set(row, (y * target.width + left) * channels)
  }
}

/** Returns what two rectangles share; `null` where they share nothing. */
export function intersectRects(a: Rect, b: Rect): Rect | null {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** Runs work in bands of rows. Returns `false` once it is cancelled, which is asked before each. */
export function inBands(
  rows: number,
  isCancelled: (() => boolean) | undefined,
  work: (from: number, to: number) => void,
  rowsPerBand = bandRows,
): boolean {
  for (let from = 0; from < rows; from += rowsPerBand) {
    if (isCancelled?.()) return false
    work(from, Math.min(rows, from + rowsPerBand))
  }
  return true
}

/** Throws RangeError unless `value` is a number in the range, naming the field and the limit. */
export function checkRange(field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max))
    throw new RangeError(`${field} is ${value}: a number from ${min} to ${max} is needed`)
}

export function checkInteger(field: string, value: number): void {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${field} is ${value}: a whole number is needed`)
}

export function checkPoint(field: string, { x, y }: Point): void {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new RangeError(`${field} is ${x}, ${y}: finite numbers are needed`)
}

export function checkSize({ width, height }: Size, field = 'size'): void {
  for (const [side, value] of Object.entries({ width, height })) {
    if (!Number.isInteger(value) || value < 1 || value > maxSide)
      throw new RangeError(
        `${field}.${side} is ${value}: a whole number from 1 to ${maxSide} is needed`,
      )
  }
}

export function checkRect(rect: Rect, field = 'rect'): void {
  checkSize(rect, field)
  checkInteger(`${field}.x`, rect.x)
  checkInteger(`${field}.y`, rect.y)
}

export function checkPixels(pixels: Pixels, field = 'pixels'): void {
  checkSize(pixels, field)
  checkLength(`${field}.data`, pixels.data.length, pixels.width * pixels.height * 4)
}

/** Throws RangeError for a broken mask, or one whose size is not `size`. */
export function checkMask(mask: Mask, size?: Size): void {
  checkSize(mask, 'mask')
  checkLength('mask.data', mask.data.length, mask.width * mask.height)
  if (size && (mask.width !== size.width || mask.height !== size.height))
    throw new RangeError(
      `mask is ${mask.width} × ${mask.height}: ${size.width} × ${size.height} is needed`,
    )
}

function checkLength(field: string, length: number, needed: number): void {
  if (length !== needed) throw new RangeError(`${field} has ${length} bytes: ${needed} are needed`)
}
