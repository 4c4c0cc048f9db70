import type { ApiOptions, RequestContext } from './env.ts'

/**
 * A path on our own site, for redirects after sign-in; anything else becomes `/`. Browsers read `\`
 * as `/` and drop tabs and line breaks, so the address is judged after they would have parsed it.
 */
export function ownPath(path: string | undefined): string {
  const base = 'http://own.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  const target = url.pathname + url.search + url.hash
  const isPage = url.origin === base && !target.startsWith('//') && !notPages.test(url.pathname)
  return isPage ? target : '/'
}

/** Nobody is led into an endpoint, a file that somebody else made, or the sign-in again. */
const notPages = /^\/+(api|media|demo)(\/|$)/i

/** An own path with a parameter more, which it had at most once before. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** Where this product is reached: addresses that begin so are our own files, and never fetched. */
export function ownOrigins(
  c: RequestContext,
  { publicUrl }: Pick<ApiOptions, 'publicUrl'>,
): readonly string[] {
  return [c.get('origin'), publicUrl]
}
