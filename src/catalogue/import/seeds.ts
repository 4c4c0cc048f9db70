import type { Schema } from './json-schema.ts'

/** Whether a number is a seed that a seed control can give: from 0 upwards. */
export function usesSeed(name: string, { type, minimum, exclusiveMinimum }: Schema): boolean {
  const least = typeof minimum === 'number' ? minimum : 0
  const isOpen = exclusiveMinimum === undefined && least <= 0
  return /(^|_)seed$/.test(name) && type === 'integer' && isOpen
}

/**
 * The largest seed. Beyond 2^53 only the request's own `seed` keeps all its digits on the way to the
 * provider.
 */
export function seedLimit(path: string[], { maximum }: Schema): { max?: number } {
  const named = typeof maximum === 'number' ? Math.floor(maximum) : undefined
  if (named !== undefined) return { max: Math.max(1, Math.min(named, Number.MAX_SAFE_INTEGER)) }
  return path.join('.') === 'seed' ? {} : { max: Number.MAX_SAFE_INTEGER }
}
