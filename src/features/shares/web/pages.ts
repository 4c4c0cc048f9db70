import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'

const explore = pageFrom(
  async () => (await import('./explore-page.tsx')).ExplorePage,
  async () => (await import('./explore-page.tsx')).prefetchExplore,
)
const sharedWork = pageFrom(async () => (await import('./shared-work-page.tsx')).SharedWorkPage)

export const pages: Record<string, Page> = {
  '/explore': { ...explore, title: m.nav_explore, description: m.page_explore, models: 'all' },
  '/share/': { ...sharedWork, title: m.share_page, models: 'all' },
}
