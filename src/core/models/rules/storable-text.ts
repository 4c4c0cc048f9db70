/** A text without what PostgreSQL cannot store: NUL is dropped, a lone surrogate becomes U+FFFD. */
export function toStorableText(value: string): string {
  return value.toWellFormed().replaceAll('\0', '')
}

/** The same for every text in parsed JSON. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toStorable(one)]))
}
