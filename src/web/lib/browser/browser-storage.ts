/** The browser's storage: of this tab, or permanent. */
type Place = 'sessionStorage' | 'localStorage'

/**
 * The value stored under a key, or `undefined` where there is no valid one. Never throws: storage
 * may be switched off.
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
    // A form that cannot be stored still works.
  }
}

const day = 86_400

/** The value of a cookie that scripts may read, or `undefined`. */
export function readCookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return entry && decodeURIComponent(entry.slice(name.length + 1))
}

/**
 * Stores a choice for `days`. Only for the look of the page: everything else belongs to the server.
 */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * day}; SameSite=Lax${secure}`
}
