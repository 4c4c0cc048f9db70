import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { invitationPath } from '../rules.ts'

export const pages: Record<string, Page> = {
  [invitationPath('')]: {
    ...pageFrom(async () => (await import('./invitation-page.tsx')).InvitationPage),
    title: m.app_sign_in,
  },
}
