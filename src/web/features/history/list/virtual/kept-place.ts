/**
 * Where one stands in a history: a place counted from 0 over all of it, and how many px below its
 * line's beginning.
 */
export type KeptPlace = { place: number; below: number }

/** The place the browser's history keeps beside the current address. */
export function readKeptPlace(): KeptPlace | undefined {
  const { historyPlace } = (history.state ?? {}) as { historyPlace?: KeptPlace }
  return typeof historyPlace?.place === 'number' && typeof historyPlace.below === 'number'
    ? historyPlace
    : undefined
}

/** Keeps a place for who comes back to this address. */
export function writeKeptPlace(historyPlace: KeptPlace): void {
  history.replaceState({ ...history.state, historyPlace }, '')
}
