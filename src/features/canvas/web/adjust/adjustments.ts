import { adjustHue, adjustLevels } from '../pixels/adjust.ts'
import { findEdges } from '../pixels/edges.ts'
import type { Margins } from '../pixels/extend.ts'
import { blur, blurReach, denoise, mixByMask, sharpen } from '../pixels/filters.ts'
import { maskToPixels } from '../pixels/mask.ts'
import { overGrey } from '../pixels/over-grey.ts'
import type { Corners } from '../pixels/perspective.ts'
import { intersectRects, type Mask, type Pixels, type Point, type Rect } from '../pixels/pixels.ts'
import { distortContent, extendContent, rectWithCorners } from './reshape.ts'

/** A number that an adjustment takes. */
export type AdjustmentField = { min: number; max: number; step: number; initially: number }

const field = (min: number, max: number, initially: number, step = 1): AdjustmentField => ({
  ...{ min, max, step, initially },
})

/** Pixels that an image gets on a side. */
const margin = field(0, 2_048, 64)
const margins = { left: margin, top: margin, right: margin, bottom: margin }

/** How far a corner is moved, in pixels. */
const offset = field(-4_096, 4_096, 0)

/** Each adjustment with its numbers, in the order of the panel. */
export const adjustments = {
  levels: { black: field(0, 254, 0), gamma: field(0.1, 5, 1, 0.05), white: field(1, 255, 255) },
  hue: {
    hue: field(-180, 180, 0),
    saturation: field(-100, 100, 0),
    lightness: field(-100, 100, 0),
  },
  blur: { radius: field(0, 100, 4, 0.5) },
  sharpen: {
    amount: field(0, 5, 1, 0.1),
    radius: field(0, 20, 2, 0.5),
    threshold: field(0, 50, 0),
  },
  denoise: { radius: field(1, 16, 2) },
  edges: { radius: field(0, 8, 1, 0.5), low: field(0, 500, 100), high: field(0, 500, 200) },
  perspective: {
    ...{ top_left_x: offset, top_left_y: offset, top_right_x: offset, top_right_y: offset },
    ...{ bottom_right_x: offset, bottom_right_y: offset },
    ...{ bottom_left_x: offset, bottom_left_y: offset },
  },
  extend: margins,
  mirror: margins,
} as const satisfies Record<string, Record<string, AdjustmentField>>

export type AdjustmentKind = keyof typeof adjustments

/** `values`: by the names of the adjustment's fields; one that is missing is as it is initially. */
export type Adjustment = { kind: AdjustmentKind; values: Readonly<Record<string, number>> }

/** The most pixels that are adjusted at once: a photo of 6,000 × 4,000 and a little more. */
export const maxAdjustPixels = 25_000_000

/** The number of a field, within its limits. */
function numberOf({ kind, values }: Adjustment, name: string): number {
  const fields: Readonly<Record<string, AdjustmentField>> = adjustments[kind]
  const limits = fields[name]
  if (!limits) throw new RangeError(`${kind} has no number ${name}`)
  const value = values[name] ?? limits.initially
  return Math.min(limits.max, Math.max(limits.min, value))
}

/**
 * Returns an image adjusted, as far as the mask says; `edges` are white lines on black, found in the
 * image on grey. Numbers out of range are the nearest that is allowed. Throws RangeError for a bad size.
 */
export function adjustPixels(pixels: Pixels, adjustment: Adjustment, mask?: Mask): Pixels {
  const number = (name: string) => numberOf(adjustment, name)
  const options = mask ? { mask } : {}
  const mixed = (changed: Pixels) => (mask ? mixByMask(pixels, changed, mask) : changed)
  const adjusted = () => {
    switch (adjustment.kind) {
      case 'levels': {
        const black = number('black')
        const white = Math.max(black + 1, number('white'))
        return adjustLevels(pixels, { all: { black, gamma: number('gamma'), white } }, options)
      }
      case 'hue': {
        const [hue, saturation, lightness] = [
          number('hue'),
          number('saturation'),
          number('lightness'),
        ]
        return adjustHue(pixels, { hue, saturation, lightness }, options)
      }
      case 'blur':
        return blur(pixels, { sigma: number('radius') }, options)
      case 'sharpen': {
        const [amount, sigma, threshold] = [number('amount'), number('radius'), number('threshold')]
        return sharpen(pixels, { amount, sigma, threshold }, options)
      }
      case 'denoise':
        return denoise(pixels, { radius: Math.round(number('radius')) }, options)
      case 'edges': {
        const low = number('low')
        const high = Math.max(low, number('high'))
        const edges = findEdges(overGrey(pixels), { sigma: number('radius'), low, high }, options)
        return edges && maskToPixels(edges, 'white')
      }
      case 'perspective':
        return mixed(distortContent(pixels, offsetsOf(adjustment)))
      case 'extend':
        return mixed(extendContent(pixels, marginsOf(adjustment), 'clamp'))
      case 'mirror':
        return mixed(extendContent(pixels, marginsOf(adjustment), 'mirror'))
    }
  }
  const result = adjusted()
  if (!result) throw new Error('Nothing cancels this')
  return result
}

/**
 * Returns the part of a layer that an adjustment reads and changes, `too-large` where that is more
 * than is adjusted at once, and `null` for nothing. `content`: where the layer has pixels.
 */
export function planPart(
  adjustment: Adjustment,
  content: Rect | null,
  selected: Rect | null,
): Rect | 'too-large' | null {
  if (!content) return null
  const reshaped = reshapedRect(adjustment, content)
  if (reshaped) return limited(reshaped)
  const reach = reachOf(adjustment)
  // Only a blur colours what is transparent around it.
  const changed = adjustment.kind === 'blur' ? widened(content, reach) : content
  const part = selected ? intersectRects(changed, widened(selected, reach)) : changed
  return part && limited(part)
}

const limited = (part: Rect) =>
  part.width * part.height > maxAdjustPixels ? ('too-large' as const) : part

/** What an adjustment that moves pixels makes of a rectangle; `undefined`: it moves none. */
function reshapedRect(adjustment: Adjustment, content: Rect): Rect | undefined {
  if (adjustment.kind === 'perspective') return rectWithCorners(content, offsetsOf(adjustment))
  if (adjustment.kind !== 'extend' && adjustment.kind !== 'mirror') return undefined
  const { left, top, right, bottom } = marginsOf(adjustment)
  return {
    ...{ x: content.x - left, y: content.y - top },
    ...{ width: content.width + left + right, height: content.height + top + bottom },
  }
}

/** The corners whose offsets are numbers of the perspective. */
export const corners = ['top_left', 'top_right', 'bottom_right', 'bottom_left'] as const
export type Corner = (typeof corners)[number]

function offsetsOf(adjustment: Adjustment): Corners {
  const [a, b, c, d] = corners.map((corner) => ({
    x: numberOf(adjustment, `${corner}_x`),
    y: numberOf(adjustment, `${corner}_y`),
  })) as [Point, Point, Point, Point]
  return [a, b, c, d]
}

function marginsOf(adjustment: Adjustment): Margins {
  const side = (name: string) => Math.round(numberOf(adjustment, name))
  return { left: side('left'), top: side('top'), right: side('right'), bottom: side('bottom') }
}

/** How many pixels around one change what it becomes. */
function reachOf(adjustment: Adjustment): number {
  const { kind } = adjustment
  if (kind === 'denoise') return Math.round(numberOf(adjustment, 'radius'))
  if (kind === 'blur' || kind === 'sharpen') return blurReach(numberOf(adjustment, 'radius'))
  return 0
}

function widened({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}
