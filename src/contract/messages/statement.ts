import { loadMessages } from './messages.ts'
import type english from './statement/en.json'

/** What stands in the file of a statement and on bills. */
export const statementMessages = await loadMessages<typeof english>(
  (language) => import(`./statement/${language}.json`, { with: { type: 'json' } }),
)
