import type { LimitedPages } from '#core/http/env.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from '../messages/errors.en.json'

export const errors = {
  statuses: { not_shareable: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

/** They read the database. */
export const limitedPages: readonly LimitedPages[] = [
  { path: '/share/*', isAuthenticated: true },
  { path: '/explore/*', isAuthenticated: false },
]

export { readPage } from './public-pages.ts'
export { embed } from './share-page.ts'
export { shareRoutes as routes } from './share-routes.ts'
