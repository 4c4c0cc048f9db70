/**
 * A list with one more address. Files that were given together finish in any order, so it is
 * inserted before the first one that was given later; `orderOf` returns the order of this tab's
 * files.
 */
export function insertInOrder(
  list: readonly string[],
  address: string,
  orderOf: (address: string) => number | undefined,
): string[] {
  const own = orderOf(address) ?? Number.POSITIVE_INFINITY
  const later = list.findIndex((other) => (orderOf(other) ?? 0) > own)
  return later === -1 ? [...list, address] : list.toSpliced(later, 0, address)
}

/** The list with one entry moved to another index; an index outside the list changes nothing. */
export function moveEntry<Entry>(
  list: readonly Entry[],
  from: number,
  to: number,
): readonly Entry[] {
  if (from === to || !(from in list) || !(to in list)) return list
  const entry = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, ...entry)
}
