import type english from './ledger/en.json'
import { loadMessages } from './messages.ts'

/** What the entries of a ledger are called. */
export const ledgerMessages = await loadMessages<typeof english>(
  (language) => import(`./ledger/${language}.json`, { with: { type: 'json' } }),
)
