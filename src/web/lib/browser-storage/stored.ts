/** A place of the browser that keeps text: for this tab, or for good. */
type Place = 'sessionStorage' | 'localStorage'

/**
 * What was stored under a key, or `undefined` where nothing sensible is. Never throws: storage may
 * be switched off.
 */
export function readStored(place: Place, key: string): unknown {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Stores a value, or removes it with `undefined`. Where storage is full or switched off, nothing
 * happens.
 */
export function writeStored(place: Place, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, JSON.stringify(value))
  } catch {
    // A form that cannot be kept still works.
  }
}
