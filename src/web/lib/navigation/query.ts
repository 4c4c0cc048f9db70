/** The values in an address. Undefined and null are left out. */
export type Query = Record<string, string | number | boolean | null | undefined>

/**
 * The query of an address as plain texts: `?prompt=7` is the prompt "7". The last of several wins.
 */
export function queryOf(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Prints an address's query, with its question mark; an empty string when there are no values. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
