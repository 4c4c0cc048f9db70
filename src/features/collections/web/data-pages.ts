import type { DataPages } from '#web/app/prerender/prerendered-page.ts'
import { sharedCollectionQuery } from './collections.ts'

/** The page of a shared collection, with its first records. */
export const dataPages: DataPages = {
  collection: {
    file: 'collections/web/shared-collection-page.tsx',
    entries: (first) => [
      [sharedCollectionQuery(first.token).queryKey, { pages: [first], pageParams: [null] }],
    ],
  },
}
