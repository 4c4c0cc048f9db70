import type english from './error.en.json'
import { loadMessages } from './messages.ts'

/** The API's messages, above all for errors. */
export const errorMessages = await loadMessages<typeof english>(
  (language) => import(`./error.${language}.json`, { with: { type: 'json' } }),
)
