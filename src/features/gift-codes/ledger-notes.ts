import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from './messages/ledger.en.json'

/** The texts of the notes that it writes into the ledger. */
export const ledgerNotes = await loadMessages<typeof english>(
  (language) => import(`./messages/ledger.${language}.json`, { with: { type: 'json' } }),
)
