import type { ApiOptions, RequestContext } from './env.ts'

/**
 * Returns a path on our own site, for redirects after sign-in; anything else becomes `/`. Browsers
 * read `\` as `/` and drop tabs and line breaks, so the address is checked as they would parse it.
 */
export function ownPath(path: string | undefined): string {
  const base = 'http://own.invalid'
  if (!path?.startsWith('/') || !URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  const target = url.pathname + url.search + url.hash
  const isPage = url.origin === base && !target.startsWith('//') && !notPages.test(url.pathname)
  return isPage ? target : '/'
}

/** Redirects never lead to an endpoint, an uploaded file, or the sign-in again. */
const notPages = /^\/+(api|media|demo)(\/|$)/i

/** Sets a parameter of an own path, which it has at most once. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** The base of this product's addresses in the answer to a request, without a slash at the end. */
export function originOf(
  c: RequestContext,
  { publicUrl, publicUrlIsFixed }: Pick<ApiOptions, 'publicUrl' | 'publicUrlIsFixed'>,
): string {
  return publicUrlIsFixed ? publicUrl : new URL(c.req.url).origin
}

/** The origins of this product: addresses below them are our own files, and never fetched. */
export function ownOrigins(
  c: RequestContext,
  { publicUrl }: Pick<ApiOptions, 'publicUrl'>,
): readonly string[] {
  return [c.get('origin'), publicUrl]
}
