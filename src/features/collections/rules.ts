/** How many collections an account may have, and how many records one may hold. */
export const maxCollections = 500
export const maxCollectionItems = 5_000

/** The longest name of a collection, in characters. */
export const maxCollectionName = 80

/** The most records that one call adds or removes. */
export const maxItemsAtOnce = 500

/** How many collections, and how many of their records, a page has at most. */
export const collectionsPageSize = 60
export const itemsPageSize = 60

const sharedPath = /^\/share\/collection\/([A-Za-z0-9_-]{22})\/?$/

/** Returns the path of a collection's share page, without a language. */
export function sharedCollectionPath(of: string): string {
  return `/share/collection/${of}`
}

/** Reads the path of a collection's share page, without a language; `null`: it is none. */
export function readSharedCollectionPath(path: string): string | null {
  return sharedPath.exec(path)?.[1] ?? null
}
