import type { AccountLink } from '#web/account/account-link.ts'
import { m } from '#web/messages/compiled/messages.js'

export const link: AccountLink = { to: '/account/webhooks', name: m.webhooks_title }
