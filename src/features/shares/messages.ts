import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from './messages/texts.en.json'

/** The texts of share pages that other sites and readers without scripts see. */
export const shareMessages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)
