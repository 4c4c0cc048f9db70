import type english from './ledger.en.json'
import { loadMessages } from './messages.ts'

/** The names of ledger entries. */
export const ledgerMessages = await loadMessages<typeof english>(
  (language) => import(`./ledger.${language}.json`, { with: { type: 'json' } }),
)
