import type { Control } from './fields.ts'
import { imageSizes, type Pixels } from './image-sizes.ts'
import type { Model } from './model.ts'

type Values = Record<string, string | number>

/** What an option of a shape means; `area` in pixels, where the option decides it. */
type Shape = { ratio: number; area?: number }

/** Reads `1024x1536`: whole pixels from 16 to 16384; `undefined` for anything else. */
export function parseSize(text: string): Pixels | undefined {
  const [, width = 0, height = 0] = (/^(\d{2,5})x(\d{2,5})$/.exec(text) ?? []).map(Number)
  const isValid = [width, height].every((side) => side >= 16 && side <= 16_384)
  return isValid ? { width, height } : undefined
}

/**
 * Returns the values of the model's own fields that come nearest to a size: first the ratio of the
 * sides, then the number of pixels. A model without such fields has none.
 */
export function nearestSize({ fields }: Pick<Model, 'fields'>, size: Pixels): Values {
  const shorter = Math.min(size.width, size.height)
  const values: Values = {}
  for (const [name, { control }] of Object.entries(fields)) {
    const value =
      control.kind === 'shape'
        ? nearestShape(control.options, size)
        : control.kind === 'segments' && name === 'resolution'
          ? nearestNumber(control.options, shorter, linesOfResolution)
          : control.kind === 'number' && (name === 'width' || name === 'height')
            ? within(control, size[name as keyof Pixels])
            : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Fields whose value is the length of the result in seconds. */
const lengthFields = ['duration', 'seconds']

/**
 * Returns the values of the model's own fields that come nearest to a length in seconds. A model
 * whose length is fixed has none.
 */
export function nearestLength({ fields }: Pick<Model, 'fields'>, seconds: number): Values {
  for (const name of lengthFields) {
    const control = fields[name]?.control
    const value =
      control?.kind === 'number'
        ? within(control, seconds)
        : control?.kind === 'segments'
          ? nearestNumber(control.options, seconds, Number)
          : undefined
    if (value !== undefined) return { [name]: value }
  }
  const frames = fields.num_frames?.control
  const perSecond = fields.frames_per_second?.initially
  if (frames?.kind !== 'number' || typeof perSecond !== 'number') return {}
  return { num_frames: within(frames, seconds * perSecond) }
}

function nearestShape(options: readonly string[], { width, height }: Pixels): string | undefined {
  const wanted = { ratio: width / height, area: width * height }
  const [best] = options
    .flatMap((option) => {
      const meant = shapeOf(option)
      return meant ? [{ option, ...distance(meant, wanted) }] : []
    })
    .toSorted((one, other) => one.ratio - other.ratio || one.area - other.area)
  return best?.option
}

/** Ratios that differ by less than a hundredth are the same. */
function distance({ ratio, area }: Shape, wanted: Required<Shape>) {
  return {
    ratio: Math.round(100 * Math.abs(Math.log(ratio / wanted.ratio))),
    area: area === undefined ? 0 : Math.abs(Math.log(area / wanted.area)),
  }
}

function shapeOf(option: string): Shape | undefined {
  const pixels = Object.hasOwn(imageSizes, option)
    ? imageSizes[option as keyof typeof imageSizes]
    : parseSize(option)
  if (pixels) return { ratio: pixels.width / pixels.height, area: pixels.width * pixels.height }
  const [, first = 0, second = 0] = (/^(\d+):(\d+)$/.exec(option) ?? []).map(Number)
  return first > 0 && second > 0 ? { ratio: first / second } : undefined
}

/** `720p` has 720 lines. */
function linesOfResolution(option: string | number): number {
  return Number(/^(\d+)p$/.exec(String(option))?.[1] ?? Number.NaN)
}

function nearestNumber(
  options: readonly (string | number)[],
  wanted: number,
  numberOf: (option: string | number) => number,
): string | number | undefined {
  return options
    .filter((option) => Number.isFinite(numberOf(option)))
    .toSorted((one, other) => Math.abs(numberOf(one) - wanted) - Math.abs(numberOf(other) - wanted))
    .at(0)
}

function within({ min, max, step }: Extract<Control, { kind: 'number' }>, wanted: number): number {
  const stepped = min + Math.round((wanted - min) / step) * step
  return Math.min(max, Math.max(min, stepped))
}
