import type english from './app.en.json'
import { loadMessages } from './messages.ts'

/** The texts of the installed app: its description, the page for a studio out of reach, messages. */
export const appMessages = await loadMessages<typeof english>(
  (language) => import(`./app.${language}.json`, { with: { type: 'json' } }),
)
