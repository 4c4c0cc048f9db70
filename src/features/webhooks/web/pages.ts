import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'

const webhooks = pageFrom(
  async () => (await import('./webhooks-page.tsx')).WebhooksPage,
  async () => (await import('./webhooks-page.tsx')).prefetchWebhooks,
)

export const pages: Record<string, Page> = {
  '/account/webhooks': { ...webhooks, title: m.webhooks_title },
}
