import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'

const collections = pageFrom(
  async () => (await import('./collections-page.tsx')).CollectionsPage,
  async () => (await import('./collections-page.tsx')).prefetchCollections,
)
const collection = pageFrom(
  async () => (await import('./collection-page.tsx')).CollectionPage,
  async () => (await import('./collection-page.tsx')).prefetchCollection,
)
const shared = pageFrom(
  async () => (await import('./shared-collection-page.tsx')).SharedCollectionPage,
)

export const pages: Record<string, Page> = {
  '/collections': { ...collections, title: m.nav_collections },
  '/collections/': { ...collection, title: m.nav_collections, models: 'all' },
  '/share/collection/': { ...shared, title: m.collections_shared_page, models: 'all' },
}
