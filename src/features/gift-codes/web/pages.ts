import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { redeemPath } from '../rules.ts'

const redeem: Page = {
  ...pageFrom(async () => (await import('./redeem-page.tsx')).RedeemPage),
  title: m.redeem_title,
}

export const pages: Record<string, Page> = { [redeemPath]: redeem, [`${redeemPath}/`]: redeem }
