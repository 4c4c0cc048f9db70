import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { comparePath } from './comparison-address.ts'

const compare = pageFrom(async () => (await import('./compare-page.tsx')).ComparePage)

export const pages: Record<string, Page> = {
  [comparePath]: { ...compare, title: m.compare_title, models: 'all' },
}
