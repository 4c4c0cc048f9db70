const day = 86_400

/** The value of a cookie that scripts may read, or `undefined`. */
export function readCookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return entry && decodeURIComponent(entry.slice(name.length + 1))
}

/**
 * Remembers a choice for `days`. Only for how the page looks: everything else belongs to the
 * server.
 */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * day}; SameSite=Lax${secure}`
}
