import type { DataPages } from '#web/app/prerender/prerendered-page.ts'
import { exploreQuery, sharedWorkQuery } from './shared-works.ts'

/** Explore with the results that it shows first, and share pages. */
export const dataPages: DataPages = {
  explore: {
    file: 'shares/web/explore-page.tsx',
    entries: ({ kind, sort, page }) => [
      [exploreQuery({ kind, sort }).queryKey, { pages: [page], pageParams: [null] }],
    ],
    query: ({ kind, sort }) => ({ kind, sort }),
  },
  work: {
    file: 'shares/web/shared-work-page.tsx',
    entries: (work) => [[sharedWorkQuery(work.token).queryKey, work]],
  },
}
