import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { authorizePath } from '../rules.ts'

const authorize = pageFrom(async () => (await import('./authorize-page.tsx')).AuthorizePage)

export const pages: Record<string, Page> = {
  [authorizePath]: { ...authorize, title: m.authorize_page_title },
}
