import type { Schema } from './json-schema.ts'
import { plainText } from './texts.ts'

export type NumberRange = { min: number; max: number; step: number }

const number = '(-?\\d+(?:\\.\\d+)?)'
const bothLimits = [
  `between ${number}(?: and | to | ?- ?| ?– ?)${number}`,
  `(?:range|from|values?)[^.\\d-]{0,20}${number}(?: and | to | ?- ?| ?– ?|, ?)${number}`,
  `[([]${number}(?: to | ?- ?| ?– ?|, ?)${number}[)\\]]`,
].map((pattern) => new RegExp(pattern, 'i'))
const lowest = new RegExp(`(?:min(?:imum)?|at least)[^.\\d-]{0,15}${number}`, 'i')
const highest = new RegExp(`(?:max(?:imum)?|up to|at most)[^.\\d-]{0,15}${number}`, 'i')

/**
 * The range of a number: the schema's own limits, then those that its description names, then a
 * proposal from its default. `default` lies within it.
 */
export function rangeOf(name: string, schema: Schema, isWhole: boolean): NumberRange {
  const first = typeof schema.default === 'number' ? schema.default : undefined
  const own = ownLimits(schema, isWhole)
  const spoken = spokenLimits(plainText(schema.description), own, first)
  const min = own.min ?? spoken.min ?? proposedMin(first, own.max)
  const max = own.max ?? Math.max(min, spoken.max ?? proposedMax(name, first, min, isWhole))
  const [low, high] = isWhole ? [Math.ceil(min), Math.floor(max)] : [min, max]
  return { min: safe(low), max: safe(high), step: isWhole ? 1 : stepFor(high - low) }
}

/** The nearest number that is exact as a whole one. */
export const safe = (value: number) =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))

function stepFor(width: number): number {
  if (width <= 2) return 0.05
  if (width <= 20) return 0.1
  return width <= 100 ? 0.5 : 1
}

export type Limits = { min?: number | undefined; max?: number | undefined }

/**
 * The limits that a schema itself has. An excluded limit is moved inside: by 1 for whole numbers, by
 * a hundredth for others.
 */
export function ownLimits(schema: Schema, isWhole: boolean): Limits {
  const inside = isWhole ? 1 : 0.01
  const limit = (key: 'minimum' | 'maximum', excluded: 'exclusiveMinimum' | 'exclusiveMaximum') => {
    const direction = key === 'minimum' ? inside : -inside
    const [value, other] = [finite(schema[key]), schema[excluded]]
    if (other === true && value !== undefined) return value + direction
    const outside = finite(other)
    if (outside === undefined) return value
    const moved = isWhole && !Number.isInteger(outside) ? outside : outside + direction
    if (value === undefined) return moved
    return key === 'minimum' ? Math.max(value, moved) : Math.min(value, moved)
  }
  return { min: limit('minimum', 'exclusiveMinimum'), max: limit('maximum', 'exclusiveMaximum') }
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Limits in words, where they agree with the schema and the default. */
function spokenLimits(description: string, own: Limits, first: number | undefined): Limits {
  for (const pattern of bothLimits) {
    const [, low, high] = (pattern.exec(description) ?? []).map(Number)
    if (low !== undefined && high !== undefined && fits({ min: low, max: high }, own, first))
      return { min: low, max: high }
  }
  const [, min] = (lowest.exec(description) ?? []).map(Number)
  const [, max] = (highest.exec(description) ?? []).map(Number)
  return fits({ min, max }, own, first) ? { min, max } : {}
}

function fits({ min, max }: Limits, own: Limits, first: number | undefined): boolean {
  const low = min ?? own.min ?? Number.NEGATIVE_INFINITY
  const high = max ?? own.max ?? Number.POSITIVE_INFINITY
  const isInside = first === undefined || (first >= low && first <= high)
  return low < high && isInside && low < (own.max ?? Infinity) && high > (own.min ?? -Infinity)
}

function proposedMin(first: number | undefined, max: number | undefined): number {
  const low = first !== undefined && first < 0 ? first * 10 : 0
  return max !== undefined && max < low ? max : low
}

/** Ten times the default, or what inputs of this name usually allow. */
function proposedMax(name: string, first: number | undefined, min: number, isWhole: boolean) {
  const usual = /width|height|size|resolution/.test(name)
    ? 4_096
    : /steps/.test(name)
      ? 100
      : /fps|frame_?rate/.test(name)
        ? 60
        : isWhole
          ? 100
          : 10
  const tenfold = first === undefined ? usual : Math.abs(first) * 10
  return Math.max(min + 1, first === undefined || tenfold < 1 ? Math.max(usual, 1) : tenfold)
}
