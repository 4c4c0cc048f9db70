import type english from './fields/en.json'
import { loadMessages } from './messages.ts'

/** What is wrong with a field, and what fields are called. */
export const fieldsMessages = await loadMessages<typeof english>(
  (language) => import(`./fields/${language}.json`, { with: { type: 'json' } }),
)
