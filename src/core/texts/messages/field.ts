import type english from './field.en.json'
import { loadMessages } from './messages.ts'

/** The problems of fields, and the names of fields. */
export const fieldMessages = await loadMessages<typeof english>(
  (language) => import(`./field.${language}.json`, { with: { type: 'json' } }),
)
