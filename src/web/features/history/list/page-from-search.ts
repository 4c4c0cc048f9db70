/** The page an address asks for; 1 when it names none or nonsense. */
export function pageFromSearch(search: Record<string, unknown>): number {
  const page = Number(search.page)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
