import type { LedgerEntryView } from '#core/credits/ledger-contract.ts'
import { reasonText, workText } from '#core/credits/ledger-text-contract.ts'
import { formatMoney } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ledgerNoteText } from '#web/shared/note-text.ts'

/** The text of a line of the statement: its title, and one line of details. */
type EntryText = { title: string; details: string[] }

/** The title of an entry. A generation is named by its model; all others by their reason. */
export function entryText({ reason, generation, payment, note }: LedgerEntryView): EntryText {
  const language = currentLocale()
  const name = reasonText(reason, language)
  const said = note === null ? [] : [ledgerNoteText(note)]
  if (generation) {
    const isRefund = reason === 'refund'
    return {
      title: isRefund ? `${name} · ${generation.model_name}` : generation.model_name,
      details: [
        workText(generation.kind, language),
        ...(isRefund ? refundReason(generation.status, said) : []),
        ...(generation.is_deleted ? [m.ledger_deleted()] : []),
      ],
    }
  }
  return {
    title: name,
    details: [...(payment ? [formatMoney(payment)] : []), ...reasonDetails(reason), ...said],
  }
}

function refundReason(
  status: NonNullable<LedgerEntryView['generation']>['status'],
  said: string[],
): string[] {
  if (said.length > 0) return said
  return [status === 'partial' ? m.ledger_partial_work() : m.ledger_failed_work()]
}

function reasonDetails(reason: LedgerEntryView['reason']): string[] {
  switch (reason) {
    case 'reversal':
      return [m.ledger_reversal_why()]
    case 'return':
      return [m.ledger_return_why()]
    case 'repayment':
      return [m.ledger_repayment_why()]
    default:
      return []
  }
}

/** Credits with their sign, a real minus: “+30”, “−30”. */
export function signedCredits(credits: number, format: (value: number) => string): string {
  return `${credits < 0 ? '−' : '+'}${format(Math.abs(credits))}`
}
