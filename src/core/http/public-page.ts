import type { PageData } from '#core/pages/page-data-contract.ts'

/**
 * What the server adds to a page: its head for other sites, and, where the page is not rendered, a
 * body for readers without scripts.
 */
export type PageForOthers = { title: string; description: string; head: string; body: string }

/** A page with the data that it shows first; `forOthers`: what it says to other sites. */
export type PublicPage = { data: PageData; forOthers?: PageForOthers }

/** A public page of a feature: the core adds the studio's settings to its data. */
export type AddedPage = Omit<PublicPage, 'data'> & { data: Omit<PageData, 'settings'> }
