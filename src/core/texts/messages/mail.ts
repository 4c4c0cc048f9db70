import type english from './mail.en.json'
import { loadMessages } from './messages.ts'

/** The texts of mails. */
export const mailMessages = await loadMessages<typeof english>(
  (language) => import(`./mail.${language}.json`, { with: { type: 'json' } }),
)
