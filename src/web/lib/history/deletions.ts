type Listener = (ids: readonly string[]) => void

const listeners = new Set<Listener>()

/** Tells every list on the page that records are gone, so that each closes its gap at once. */
export function announceDeleted(ids: readonly string[]): void {
  for (const listener of listeners) listener(ids)
}

/** Returns a function that stops it. */
export function onDeleted(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
