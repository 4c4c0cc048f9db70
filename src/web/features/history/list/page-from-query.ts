/** The page an address asks for; 1 when it names none or nonsense. */
export function pageFromQuery(query: Record<string, string>): number {
  const page = Number(query.page)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
