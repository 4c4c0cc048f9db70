import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'

const bought = pageFrom(async () => (await import('./done-page.tsx')).DonePage)

export const pages: Record<string, Page> = {
  '/pricing/done': { ...bought, title: m.done_title },
}
