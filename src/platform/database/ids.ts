/** The lowest id of version 7 of a moment, in ms since 1970. */
export function firstIdAt(moment: number): string {
  const digits = Math.max(0, moment).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}
