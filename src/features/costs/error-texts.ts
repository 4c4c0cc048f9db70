import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from './messages/errors.en.json'

/** The texts of its error codes. */
export const errorTexts = await loadMessages<typeof english>(
  (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
)
