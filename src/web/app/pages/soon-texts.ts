import { m } from '#web/messages/compiled/messages.js'

/** What will be at each address that has no page of its own yet. */
export const soonTexts: Record<string, () => string> = {
  '/pricing': m.soon_pricing,
  '/account/credits': m.soon_credits,
  '/account/keys': m.soon_keys,
}
