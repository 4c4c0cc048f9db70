import { loadMessages } from './messages.ts'
import type english from './statement.en.json'

/** The texts of a statement's file and of bills. */
export const statementMessages = await loadMessages<typeof english>(
  (language) => import(`./statement.${language}.json`, { with: { type: 'json' } }),
)
