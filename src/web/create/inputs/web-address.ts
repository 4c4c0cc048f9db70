/** Whether this is an address of the web, in the forms that people type. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/**
 * Our own files can be shown; any other file on the web is fetched by the server alone, when the
 * generation starts.
 */
export function isOwnAddress(address: string, origin: string): boolean {
  const url = URL.parse(address, origin)
  return url !== null && url.origin === origin && url.pathname.startsWith('/media/')
}

/** “example.com/…/beach.jpg”: the address of a file elsewhere, short enough for a slot. */
export function shortAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const name = url.pathname.split('/').findLast(Boolean)
  return name ? `${url.host}/…/${name}` : url.host
}
