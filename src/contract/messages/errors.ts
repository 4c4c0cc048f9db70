import type english from './errors/en.json'
import { loadMessages } from './messages.ts'

/** What the API says to people, refusals above all. */
export const errorsMessages = await loadMessages<typeof english>(
  (language) => import(`./errors/${language}.json`, { with: { type: 'json' } }),
)
