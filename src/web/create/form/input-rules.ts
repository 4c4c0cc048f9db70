import type { Field } from '#core/models/rules/fields.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { MediaMeasures } from '#web/ui/files/previews.tsx'

const namedRatios = [
  '1:1',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
  '5:4',
  '4:5',
  '16:9',
  '9:16',
  '21:9',
  '9:21',
]

/** Ratios within 3 % of each other count as the same. */
const isRatio = (name: string, { width, height }: MediaMeasures) => {
  const [across = 0, down = 0] = name.split(':').map(Number)
  return down > 0 && Math.abs(across / down / (width / height) - 1) < 0.03
}

/**
 * The ratio of an input where it differs from the selected one and the form can follow it: its name
 * for display, and the option to select (the same ratio, otherwise `auto`). `undefined` where there
 * is nothing to say (docs/spec/creation.md#models).
 */
export function matchingRatio(
  field: Field | undefined,
  chosen: unknown,
  size: MediaMeasures,
): { name: string; option: string } | undefined {
  if (field?.control.kind !== 'shape' || chosen === 'auto' || !(size.width > 0 && size.height > 0))
    return undefined
  if (isRatio(String(chosen), size)) return undefined
  const { options } = field.control
  const option =
    options.find((other) => isRatio(other, size)) ?? options.find((other) => other === 'auto')
  const name = namedRatios.find((other) => isRatio(other, size)) ?? `${size.width} × ${size.height}`
  return option === undefined ? undefined : { name, option }
}

/**
 * How much of a longer input is used in the result, both in seconds; `undefined` where all of it
 * is.
 */
export function usedSeconds(
  model: Model,
  values: FormValues,
  { seconds = 0 }: MediaMeasures,
): { used: number; of: number } | undefined {
  const used = model.seconds?.(values as never) ?? Number.POSITIVE_INFINITY
  const isLonger = Number.isFinite(seconds) && seconds > used + 0.1
  return isLonger ? { used: roundToTenth(used), of: roundToTenth(seconds) } : undefined
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
