/**
 * A seed, exact: a number up to 2^53 - 1, its decimal digits beyond, where a JavaScript number
 * would lose some.
 */
export type Seed = number | string

/** The largest accepted seed: 64 bits, as many as the providers' generators have. */
export const maxSeed = 18_446_744_073_709_551_615n

/**
 * The seed that a number or a string of digits means; `undefined` for anything else, or for a
 * number that has lost digits.
 */
export function readSeed(value: unknown): Seed | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string' || !/^\s*\d{1,40}\s*$/.test(value)) return undefined
  const exact = BigInt(value)
  if (exact > maxSeed) return undefined
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact.toString()
}

/** A reviver for `JSON.parse`: a seed beyond the safe integers stays the string of its digits. */
export function keepSeedDigits(
  key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  const isUnsafe = key === 'seed' && typeof value === 'number' && !Number.isSafeInteger(value)
  return isUnsafe ? (context?.source ?? value) : value
}

/**
 * What `JSON.stringify` writes as a number with every digit; `undefined` where the value is no
 * whole number.
 */
export function seedAsJson(value: unknown): object | undefined {
  const digits = String(value ?? '')
  // The type library does not have `rawJSON` yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }
  return /^-?(0|[1-9]\d*)$/.test(digits) ? rawJSON(digits) : undefined
}

/** A seed is sent only if one was selected (docs/spec/creation.md#form-rules). */
export const sendSeed = (value: Seed | undefined) => (value === undefined ? {} : { seed: value })
