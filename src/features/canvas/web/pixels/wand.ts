import { createTriple, writeLab } from './color.ts'
import {
  checkInteger,
  checkPixels,
  checkRange,
  createMask,
  type Mask,
  type Pixels,
  type Point,
  wordsOf,
} from './pixels.ts'

/**
 * Which pixels are like the one at `at`.
 *
 * - `metric`: `rgb` takes the largest difference of a channel, opacity included, 0 to 255; `lab` the
 *   distance in CIELAB (ΔE 1976, 2.3 is just visible), 0 to 255, and opacity in percent beside it.
 * - `tolerance`: the largest difference of a pixel that is still selected.
 * - `isContiguous`: only what is connected, side by side, to the pixel.
 *
 * Two pixels of which nothing can be seen are alike, whatever their colours.
 */
export type WandOptions = {
  at: Point
  tolerance: number
  metric: 'rgb' | 'lab'
  isContiguous: boolean
}

/**
 * Returns a mask, 0 and 255 only, of the pixels that are like one of them. Throws RangeError for a
 * bad size, a place outside of the image, and a tolerance that is not from 0 to 255.
 */
export function selectByColor(pixels: Pixels, options: WandOptions): Mask {
  checkPixels(pixels)
  const { at, tolerance, isContiguous } = options
  checkInteger('at.x', at.x)
  checkInteger('at.y', at.y)
  checkRange('at.x', at.x, 0, pixels.width - 1)
  checkRange('at.y', at.y, 0, pixels.height - 1)
  checkRange('tolerance', tolerance, 0, 255)
  const isAlike = createComparison(pixels, options)
  const mask = createMask(pixels)
  if (isContiguous) flood(mask, at, isAlike)
  else
    for (let index = 0; index < mask.data.length; index++)
      if (isAlike(index)) mask.data[index] = 255
  return mask
}

/** Compares a pixel with the first; colours that come again at once are compared once. */
function createComparison(
  pixels: Pixels,
  { at, tolerance, metric }: WandOptions,
): (index: number) => boolean {
  const { data, width } = pixels
  const words = wordsOf(pixels)
  const start = at.y * width + at.x
  const first = [0, 1, 2, 3].map((channel) => data[start * 4 + channel] ?? 0)
  const compare = metric === 'lab' ? compareLab(first) : compareRgb(first)
  let lastWord = words[start] ?? 0
  let lastResult = true
  return (index) => {
    const word = words[index] ?? 0
    if (word === lastWord) return lastResult
    const i = index * 4
    lastWord = word
    lastResult =
      compare(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0) <= tolerance
    return lastResult
  }
}

type Comparison = (red: number, green: number, blue: number, alpha: number) => number

function compareRgb([red = 0, green = 0, blue = 0, alpha = 0]: number[]): Comparison {
  return (r, g, b, a) =>
    a === 0 && alpha === 0
      ? 0
      : Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue), Math.abs(a - alpha))
}

function compareLab([red = 0, green = 0, blue = 0, alpha = 0]: number[]): Comparison {
  const [first, second] = [createTriple(), createTriple()]
  writeLab(red, green, blue, first)
  return (r, g, b, a) => {
    if (a === 0 && alpha === 0) return 0
    writeLab(r, g, b, second)
    const lightness = (second[0] ?? 0) - (first[0] ?? 0)
    const greenRed = (second[1] ?? 0) - (first[1] ?? 0)
    const blueYellow = (second[2] ?? 0) - (first[2] ?? 0)
    const distance = Math.sqrt(lightness ** 2 + greenRed ** 2 + blueYellow ** 2)
    return Math.max(distance, Math.abs(a - alpha) / 2.55)
  }
}

/** Fills runs of a row at once, and looks for the starts of runs above and below each. */
function flood(mask: Mask, at: Point, isAlike: (index: number) => boolean): void {
  const { width, height, data } = mask
  const starts = [at.y * width + at.x]
  const isOpen = (index: number) => data[index] === 0 && isAlike(index)
  for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
    if (data[start] !== 0) continue
    const row = Math.floor(start / width) * width
    let left = start
    while (left > row && isOpen(left - 1)) left--
    let right = start
    while (right < row + width - 1 && isOpen(right + 1)) right++
    data.fill(255, left, right + 1)
    if (row > 0) pushRuns(starts, left - width, right - width, isOpen)
    if (row < (height - 1) * width) pushRuns(starts, left + width, right + width, isOpen)
  }
}

function pushRuns(
  starts: number[],
  from: number,
  to: number,
  isOpen: (index: number) => boolean,
): void {
  let isInRun = false
  for (let index = from; index <= to; index++) {
    const opens = isOpen(index)
    if (opens && !isInRun) starts.push(index)
    isInRun = opens
  }
}
