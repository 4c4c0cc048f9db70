import { useQueryClient } from '@tanstack/react-query'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import type { ItemsPage } from '../contract.ts'
import { itemsQuery, refreshCollection } from './collections.ts'

/** Where a record goes from its place among this many. */
export type Move = (index: number, count: number) => number

type Moved = { id: string; after: string | null }

/**
 * What can be done with a record of a collection. The order changes on the page before the server
 * answers; when it refuses, the page loads the records again.
 */
export function useItemActions(collectionId: string) {
  const client = useQueryClient()
  const params = { id: collectionId }
  const attempt = async (change: () => Promise<unknown>) => {
    await change().catch((error: Error) => toast(errorText(error), { tone: 'bad' }))
    await refreshCollection(client, collectionId)
  }
  return {
    async move(moved: Moved) {
      const { queryKey } = itemsQuery(collectionId)
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        (data) => data && { ...data, pages: reorder(data.pages, moved) },
      )
      await attempt(() => request('POST', '/api/collections/{id}/order', { params, body: moved }))
    },
    chooseCover: (id: string) =>
      attempt(async () => {
        await request('PATCH', '/api/collections/{id}', { params, body: { cover_id: id } })
        toast(m.collections_cover_changed())
      }),
    remove: (id: string) =>
      attempt(async () => {
        await request('DELETE', '/api/collections/{id}/items', { params, body: { ids: [id] } })
        toast(m.collections_removed())
      }),
  }
}

/** The pages with one record moved; each has as many records as before. */
export function reorder(pages: readonly ItemsPage[], { id, after }: Moved): ItemsPage[] {
  const all = pages.flatMap(({ items }) => items)
  const moved = all.find((item) => item.id === id)
  if (!moved) return [...pages]
  const others = all.filter((item) => item !== moved)
  const at = after === null ? 0 : others.findIndex((item) => item.id === after) + 1
  const ordered = others.toSpliced(at, 0, moved)
  let start = 0
  return pages.map((page) => {
    const items = ordered.slice(start, start + page.items.length)
    start += page.items.length
    return { ...page, items }
  })
}
