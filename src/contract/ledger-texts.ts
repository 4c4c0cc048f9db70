import type { Kind } from '#catalogue/kinds.ts'
import { type Language, languageFacts } from './languages.ts'
import { ledgerMessages } from './messages/ledger.ts'
import { fill } from './messages/messages.ts'
import { statementMessages } from './messages/statement.ts'

/**
 * Why credits came or went. `reversal`: a payment was refunded or disputed; `return`: a dispute was
 * won; `correction`: an operator took them back; `repayment`: what was owed.
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

/** What a column of the statement's file holds. */
export type Column = (typeof columns)[number]

/** The heading of a column; `timeZone` is the one that its times are in. */
export function heading(column: Column, language: Language, timeZone: string): string {
  return fill(statementMessages[language][`column_${column}`], { timeZone })
}

/** What a statement calls an entry. */
export function reasonText(reason: EntryReason, language: Language): string {
  return ledgerMessages[language][`reason_${reason}`]
}

/** What a statement calls a piece of work. */
export function workText(kind: Kind, language: Language): string {
  return ledgerMessages[language][`kind_${kind}`]
}

/** A note as it is read: the product's own in the reader's language, all others as they are. */
export function noteText(note: string, language: Language): string {
  const own = ownNotes.get(note)
  return own ? ledgerMessages[language][own] : note
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

/**
 * What a statement's file is called, without its ending: the days it covers, else the day it was
 * made.
 */
export function fileTitle(language: Language, days: string): string {
  return fill(statementMessages[language].file_title, { days })
}

/** What stands on the payment provider's page and bill. */
export function purchaseText(credits: number, language: Language): string {
  const { tag } = languageFacts[language]
  return fill(statementMessages[language].purchase, { credits: credits.toLocaleString(tag) })
}
