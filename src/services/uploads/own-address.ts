import { isId } from '../generations/reading/read-generation.ts'

const door = /^\/media\/([^/]+)\/[^/]+$/

/**
 * Whose file an address names: the id of one of our own media; `ours` for any other address of this
 * product, which is never fetched; `foreign` otherwise. Addresses may be relative. `origins` have
 * no slash at the end.
 */
export function readAddress(
  address: string,
  origins: readonly string[],
): { mediaId: string } | 'ours' | 'foreign' {
  const isRelative = address.startsWith('/') && !address.startsWith('//')
  const url = URL.parse(isRelative ? `http://studio.invalid${address}` : address)
  if (!url || (!isRelative && !origins.includes(url.origin))) return 'foreign'
  const id = door.exec(url.pathname)?.[1]
  return id !== undefined && isId(id) ? { mediaId: id.toLowerCase() } : 'ours'
}
