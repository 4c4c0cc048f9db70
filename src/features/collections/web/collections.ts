import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import type { CollectionView } from '../contract.ts'

const collectionsKey = ['collections'] as const
const collectionKey = (id: string) => ['collection', id] as const

/** The pages of the account's collections, the newest first. */
export function collectionsQuery(search = '') {
  return infiniteQueryOptions({
    queryKey: [...collectionsKey, search],
    queryFn: ({ pageParam, signal }) =>
      request('GET', '/api/collections', {
        query: { search: search || undefined, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: retryUnlessRefused,
  })
}

/** A collection of the account. Fails with `ApiError` 404 once it is deleted. */
export function collectionQuery(id: string) {
  return queryOptions({
    queryKey: collectionKey(id),
    queryFn: ({ signal }): Promise<CollectionView> =>
      request('GET', '/api/collections/{id}', { params: { id }, signal }),
    retry: retryUnlessRefused,
  })
}

/** The pages of a collection's records. */
export function itemsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...collectionKey(id), 'items'],
    queryFn: ({ pageParam, signal }) =>
      request('GET', '/api/collections/{id}/items', {
        params: { id },
        query: { after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: retryUnlessRefused,
  })
}

/** The records of a shared collection, as everyone sees them. */
export function sharedCollectionQuery(token: string) {
  return infiniteQueryOptions({
    queryKey: ['shared-collection', token],
    queryFn: ({ pageParam, signal }) =>
      request('GET', '/api/shared-collections/{token}', {
        params: { token },
        query: { after: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: retryUnlessRefused,
  })
}

/** Loads what is shown of a collection, and of the list of all, again. */
export async function refreshCollection(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: collectionKey(id) }),
    client.invalidateQueries({ queryKey: collectionsKey }),
  ])
}

/** The most records that one call adds. */
const mostAtOnce = 500

/** Adds records to the end of a collection, however many. Returns how many were not in it before. */
export async function addToCollection(
  client: QueryClient,
  id: string,
  ids: readonly string[],
): Promise<number> {
  let added = 0
  try {
    for (let start = 0; start < ids.length; start += mostAtOnce) {
      const body = { ids: ids.slice(start, start + mostAtOnce) }
      const { changed } = await request('POST', '/api/collections/{id}/items', {
        params: { id },
        body,
      })
      added += changed
    }
    return added
  } finally {
    void refreshCollection(client, id)
  }
}

/** The page of a collection, without a language. */
export function collectionPath(id: string): string {
  return `/collections/${id}`
}
