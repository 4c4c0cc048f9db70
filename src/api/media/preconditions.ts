/** Does `If-None-Match` name this file (RFC 9110 §13.1.2)? Marks of weakness do not matter here. */
export function isKnown(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (ifNoneMatch === undefined || etag === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/**
 * May a range be sent? Only of the file the asker has the rest of (RFC 9110 §13.1.5); dates we
 * never gave match nothing.
 */
export function mayContinue(ifRange: string | undefined, etag: string | null): boolean {
  return ifRange === undefined || (etag !== null && ifRange.trim() === etag)
}
