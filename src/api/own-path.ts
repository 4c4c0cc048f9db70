/**
 * A path on our own site, for redirects after sign-in; anything else becomes `/`. Browsers read `\` as `/` and drop tabs
 * and line breaks, so the address is judged after they would have parsed it.
 */
export function ownPath(path: string | undefined): string {
  const base = 'http://own.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  const target = url.pathname + url.search + url.hash
  return url.origin === base && !target.startsWith('//') ? target : '/'
}
