import type english from './error/en.json'
import { loadMessages } from './messages.ts'

/** What the API says to people, refusals above all. */
export const errorMessages = await loadMessages<typeof english>(
  (language) => import(`./error/${language}.json`, { with: { type: 'json' } }),
)
