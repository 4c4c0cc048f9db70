import { type LedgerNotes, noteText } from '#core/credits/ledger-text-contract.ts'
import { currentLocale } from '#web/lib/locale.ts'

const modules = import.meta.glob<{ ledgerNotes: LedgerNotes }>('/src/features/*/ledger-notes.ts', {
  eager: true,
})
const added = Object.values(modules).map(({ ledgerNotes }) => ledgerNotes)

/** The text of a note in the ledger, in the page's language. */
export function ledgerNoteText(note: string): string {
  return noteText(note, currentLocale(), added)
}
