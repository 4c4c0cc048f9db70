import type { ErrorDetail } from '../errors.ts'

/** Validates one value of a request: the provider's error message, or nothing. */
export type InputField = {
  /** The default of an absent value. A field without it is required unless `optional`. */
  initially?: unknown
  optional?: boolean
  /**
   * The field contains the address of a file, or a list of them; the emulator fetches these before
   * it makes the result.
   */
  file?: FileKind
  check(value: unknown): Omit<ErrorDetail, 'loc'> | undefined
}

export type FileKind = 'image' | 'video' | 'audio'

export type InputSchema = Record<string, InputField>

type TextOptions = Pick<InputField, 'initially' | 'optional'> & { min?: number; max?: number }

/** `min` and `max` count characters. */
export const string = ({
  min = 0,
  max = Number.POSITIVE_INFINITY,
  ...options
}: TextOptions = {}): InputField => ({
  ...options,
  check: (value) => {
    if (typeof value !== 'string')
      return { type: 'string_type', msg: 'Input should be a valid string' }
    if (value.length < min) {
      const msg = `String should have at least ${min} characters`
      return { type: 'string_too_short', msg, ctx: { min_length: min } }
    }
    if (value.length <= max) return undefined
    return {
      type: 'string_too_long',
      msg: `String should have at most ${max} characters`,
      ctx: { max_length: max },
    }
  },
})

/** The address of a file. */
export const address = (
  file: FileKind,
  options: Pick<InputField, 'optional'> = {},
): InputField => ({
  ...string(options),
  file,
})

/** A list of addresses. */
export const addresses = (
  file: FileKind,
  options: Pick<InputField, 'optional'> = {},
): InputField => ({
  ...options,
  file,
  check: (value) => {
    if (!Array.isArray(value)) return { type: 'list_type', msg: 'Input should be a valid list' }
    return value.map((item) => string().check(item)).find((issue) => issue)
  },
})

export const boolean = (initially: boolean): InputField => ({
  initially,
  check: (value) =>
    typeof value === 'boolean'
      ? undefined
      : { type: 'bool_type', msg: 'Input should be a valid boolean' },
})

export const integer = (bounds: Bounds): InputField =>
  bounded(bounds, (value) =>
    Number.isInteger(value)
      ? undefined
      : { type: 'int_type', msg: 'Input should be a valid integer' },
  )

export const number = (bounds: Bounds): InputField =>
  bounded(bounds, (value) =>
    Number.isFinite(value)
      ? undefined
      : { type: 'float_type', msg: 'Input should be a valid number' },
  )

/** One of several strings. Without `initially` it may be left out. */
export const literal = (options: readonly string[], initially?: string): InputField => ({
  ...(initially === undefined ? { optional: true } : { initially }),
  check: (value) =>
    typeof value === 'string' && options.includes(value) ? undefined : notAmong(options),
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

const sizeNames = [
  'square_hd',
  'square',
  'portrait_4_3',
  'portrait_16_9',
  'landscape_4_3',
  'landscape_16_9',
]
const longestSide = 14_142

/** A size by name, or as `{ width, height }` in pixels. */
export const imageSize = (initially?: string): InputField => ({
  ...(initially === undefined ? { optional: true } : { initially }),
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
  const expected =
    quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted.join('')
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
}

function tooSmall(ge: number): Omit<ErrorDetail, 'loc'> {
  return {
    type: 'greater_than_equal',
    msg: `Input should be greater than or equal to ${ge}`,
    ctx: { ge },
  }
}

function tooLarge(le: number): Omit<ErrorDetail, 'loc'> {
  return {
    type: 'less_than_equal',
    msg: `Input should be less than or equal to ${le}`,
    ctx: { le },
  }
}

/** Several ratios in one string. */
export const ratios = (row: string): string[] => row.split(' ')

/** Width over height; nothing for `auto`, or when none is named. */
export function ratioOf(name: string | null | undefined): number | undefined {
  const [width, height] = (name ?? '').split(':').map(Number)
  return width && height ? width / height : undefined
}

export type CheckedInput =
  | { ok: true; input: Record<string, unknown> }
  | { ok: false; detail: ErrorDetail[] }

/**
 * Validates a body against an endpoint's schema: the input with its defaults, or every issue.
 * Unknown keys are dropped.
 */
export function checkInput(schema: InputSchema, body: unknown): CheckedInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return {
      ok: false,
      detail: [{ loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' }],
    }
  }
  const given = body as Record<string, unknown>
  const detail = Object.entries(schema).flatMap(([name, field]) => issues(name, field, given[name]))
  if (detail.length > 0) return { ok: false, detail }

  const values = Object.entries(schema).map(
    ([name, { initially }]) => [name, given[name] ?? initially] as const,
  )
  return { ok: true, input: Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

function issues(name: string, field: InputSchema[string], value: unknown): ErrorDetail[] {
  const loc = ['body', name]
  if (value === undefined || (value === null && field.optional)) {
    const mayBeAbsent = field.optional || field.initially !== undefined
    return mayBeAbsent ? [] : [{ loc, msg: 'Field required', type: 'missing' }]
  }
  const issue = field.check(value)
  if (!issue) return []
  const url = `https://docs.fal.ai/errors#${issue.type}`
  return [{ loc, ...issue, ...(issue.ctx && { url }), input: value }]
}
