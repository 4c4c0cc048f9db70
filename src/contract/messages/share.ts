import { loadMessages } from './messages.ts'
import type english from './share/en.json'

/** The texts of share pages that other sites and readers without scripts see. */
export const shareMessages = await loadMessages<typeof english>(
  (language) => import(`./share/${language}.json`, { with: { type: 'json' } }),
)
