import type { ErrorDetail } from '../faults/error-bodies.ts'

/** Checks one value of a request: what is wrong with it, as the provider would put it, or nothing. */
export type InputField = {
  /** What an absent value stands for. A field without it is required unless `optional`. */
  initially?: unknown
  optional?: boolean
  check(value: unknown): Omit<ErrorDetail, 'loc'> | undefined
}

export type InputSchema = Record<string, InputField>

export const string = (options: Pick<InputField, 'initially'> = {}): InputField => ({
  ...options,
  check: (value) =>
    typeof value === 'string' ? undefined : { type: 'string_type', msg: 'Input should be a valid string' },
})

export const boolean = (initially: boolean): InputField => ({
  initially,
  check: (value) =>
    typeof value === 'boolean' ? undefined : { type: 'bool_type', msg: 'Input should be a valid boolean' },
})

export const integer = (bounds: { min?: number; max?: number; initially?: number; optional?: boolean }): InputField =>
  bounded(bounds, (value) =>
    Number.isInteger(value) ? undefined : { type: 'int_type', msg: 'Input should be a valid integer' },
  )

export const number = (bounds: { min: number; max: number; initially: number }): InputField =>
  bounded(bounds, (value) =>
    Number.isFinite(value) ? undefined : { type: 'float_type', msg: 'Input should be a valid number' },
  )

export const literal = (options: readonly string[], initially: string): InputField => ({
  initially,
  check: (value) => (options.includes(String(value)) ? undefined : notAmong(options)),
})

type Bounds = { min?: number; max?: number; initially?: number; optional?: boolean }

function bounded({ min, max, ...rest }: Bounds, checkType: InputField['check']): InputField {
  return {
    ...rest,
    check: (value) => {
      const wrongType = checkType(value)
      if (wrongType) return wrongType
      if (min !== undefined && Number(value) < min) return tooSmall(min)
      if (max !== undefined && Number(value) > max) return tooLarge(max)
      return undefined
    },
  }
}

const sizeNames = ['square_hd', 'square', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9']
const longestSide = 14_142

/** A size by name, or as `{ width, height }` in pixels. */
export const imageSize = (initially: string): InputField => ({
  initially,
  check: (value) => {
    if (typeof value !== 'object' || value === null) {
      return sizeNames.includes(String(value)) ? undefined : notAmong(sizeNames)
    }
    const sides = ['width', 'height'].map((side) => (value as Record<string, unknown>)[side] ?? 512)
    if (!sides.every((side) => Number.isInteger(side))) {
      return { type: 'int_type', msg: 'Input should be a valid integer' }
    }
    if (sides.some((side) => Number(side) <= 0)) {
      return { type: 'greater_than', msg: 'Input should be greater than 0', ctx: { gt: 0 } }
    }
    return sides.some((side) => Number(side) > longestSide) ? tooLarge(longestSide) : undefined
  },
})

function notAmong(options: readonly string[]): Omit<ErrorDetail, 'loc'> {
  const quoted = options.map((option) => `'${option}'`)
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted.join('')
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
}

function tooSmall(ge: number): Omit<ErrorDetail, 'loc'> {
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } }
}

function tooLarge(le: number): Omit<ErrorDetail, 'loc'> {
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } }
}
