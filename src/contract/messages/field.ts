import type english from './field/en.json'
import { loadMessages } from './messages.ts'

/** What is wrong with a field, and what fields are called. */
export const fieldMessages = await loadMessages<typeof english>(
  (language) => import(`./field/${language}.json`, { with: { type: 'json' } }),
)
