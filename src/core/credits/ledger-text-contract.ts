import type { Kind } from '#core/models/rules/kinds.ts'
import { ledgerMessages } from '#core/texts/messages/ledger.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { statementMessages } from '#core/texts/messages/statement.ts'
import type { Language } from '#platform/languages/languages.ts'

/**
 * Why credits were added or removed. `reversal`: a payment was refunded or disputed; `return`: a
 * dispute was won; `correction`: an operator removed them; `repayment`: a debt was paid; `allowance`: the credits
 * of a period in free mode.
 */
export const entryReasons = [
  'charge',
  'refund',
  'purchase',
  'grant',
  'reversal',
  'return',
  'correction',
  'repayment',
  'allowance',
] as const
export type EntryReason = (typeof entryReasons)[number]

/** The columns of the statement's file, in their order. */
export const columns = [
  'date',
  'reason',
  'work',
  'model',
  'credits',
  'balance',
  'paid',
  'currency',
  'note',
  'generation',
] as const

/** The value of a column in the statement's file. */
export type Column = (typeof columns)[number]

/** The heading of a column; `timeZone` is the time zone of its times. */
export function heading(column: Column, language: Language, timeZone: string): string {
  return fill(statementMessages[language][`column_${column}`], { timeZone })
}

/** The name of an entry in a statement. */
export function reasonText(reason: EntryReason, language: Language): string {
  return ledgerMessages[language][`reason_${reason}`]
}

/** The name of a generation in a statement. */
export function workText(kind: Kind, language: Language): string {
  return ledgerMessages[language][`kind_${kind}`]
}

/** The texts of the notes that a feature writes, by language and note. */
export type LedgerNotes = Readonly<Record<Language, Readonly<Record<string, string>>>>

/**
 * The text of a note: the product's own in the reader's language, all others as they are. `added`:
 * those of features.
 */
export function noteText(note: string, language: Language, added: readonly LedgerNotes[]): string {
  const own = ownNotes.get(note)
  if (own) return ledgerMessages[language][own]
  return added.map((notes) => notes[language]?.[note]).find((text) => text) ?? note
}

/** Notes that the product itself writes. */
const ownNotes = new Map<string, OwnNote>([
  ['sign-up', 'note_sign_up'],
  ['for a sample record', 'note_for_a_sample_record'],
  ['granted by the operator', 'note_granted_by_the_operator'],
  ['taken back by the operator', 'note_taken_back_by_the_operator'],
  ['refunded by the operator', 'note_refunded_by_the_operator'],
  ['opening credits', 'note_opening_credits'],
])

type OwnNote = Extract<keyof (typeof ledgerMessages)[Language], `note_${string}`>

/** The name of a statement's file, without its ending: the days it covers, else its date. */
export function fileTitle(language: Language, days: string): string {
  return fill(statementMessages[language].file_title, { days })
}
