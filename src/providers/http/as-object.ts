/** A part of a provider's answer as an object; anything else is an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The first of these values that is a text with something in it; `null`: none is. */
export function firstText(...values: unknown[]): string | null {
  const found = values.find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}
