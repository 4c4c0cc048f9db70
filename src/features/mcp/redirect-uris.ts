/** The most characters of an address that an application is answered at. */
export const maxRedirectLength = 500

/** Schemes that a browser itself acts on: no application is answered there. */
const browserSchemes = new Set(
  'javascript data vbscript file blob about filesystem view-source ws wss ftp'.split(' '),
)

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether an application may be answered at this address: by https, on its own computer, or by a
 * scheme of its own (RFC 8252). It has no fragment and no credentials.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || text.length > maxRedirectLength || /[\s\\#\p{Cc}]/u.test(text)) return false
  if (url.username || url.password) return false
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return true
  if (scheme === 'http') return loopbackHosts.has(url.hostname)
  return !browserSchemes.has(scheme) && text.startsWith(`${scheme}://`)
}

/**
 * Whether an address is the registered one, character by character. Only the port of an address of
 * one's own computer may differ, because programs take a free one (RFC 8252, 7.3).
 */
export function matchesRedirectUri(registered: string, given: string): boolean {
  if (!isRedirectUri(given)) return false
  const isLoopback = given.startsWith('http://') && registered.startsWith('http://')
  return registered === given || (isLoopback && withoutPort(registered) === withoutPort(given))
}

function withoutPort(address: string): string {
  return address.replace(/^(http:\/\/(?:\[::1\]|[^/:?#[\]]+)):\d+/, '$1')
}

/** The host that a person sees of such an address; the scheme where it is an application's own. */
export function hostOfRedirect(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}
