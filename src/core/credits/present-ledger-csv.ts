import { type Cell, sendCsvFile } from '#core/http/csv.ts'
import type { RequestContext } from '#core/http/env.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { LedgerFileQuery } from './ledger-contract.ts'
import {
  type Column,
  columns,
  fileTitle,
  heading,
  type LedgerNotes,
  noteText,
  reasonText,
  workText,
} from './ledger-text-contract.ts'
import { modelName } from './present-entry.ts'
import type { EntryWithSubject } from './read-statement.ts'

/** `notes`: the texts of features. */
type File = LedgerFileQuery & FileReader

/** Answers with a file of entries that is written while it is sent. */
export function sendCsv(
  c: RequestContext,
  batches: AsyncGenerator<EntryWithSubject[]>,
  file: File,
): Response {
  const name = fileTitle(file.language, daysText(file))
  return sendCsvFile(c, name, csvLines(batches, file), { 'content-language': file.language })
}

/** The headings, then the entries. */
async function* csvLines(
  batches: AsyncGenerator<EntryWithSubject[]>,
  { language, timeZone, notes }: FileReader,
): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => heading(column, language, timeZone))]
  const format = timeFormat(timeZone)
  for await (const batch of batches)
    yield batch.map((found) =>
      cellsOf(found, { language, notes }, (moment) => format.format(moment)),
    )
}

/** The selected days; without any, today. */
function daysText({ dateStart, dateEnd, timeZone }: File): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(
    new Date(),
  )
  const days = [dateStart, dateEnd ?? today].filter((day) => day !== undefined)
  return [...new Set(days)].join('_')
}

/** The language and time zone of the file's reader. */
export type FileReader = {
  language: Language
  timeZone: string
  notes: readonly LedgerNotes[]
}

function cellsOf(
  { entry, generation, payment }: EntryWithSubject,
  { language, notes }: Pick<FileReader, 'language' | 'notes'>,
  timeText: (moment: Date) => string,
): (string | number)[] {
  const cells: Record<Column, string | number> = {
    date: timeText(entry.created_at),
    reason: reasonText(entry.reason, language),
    work: generation ? workText(generation.kind, language) : '',
    model: generation ? modelName(generation) : '',
    credits: entry.credits,
    balance: entry.balance_after,
    // Later refunds of a payment are not in its amount.
    paid: payment && entry.reason === 'purchase' ? moneyOf(payment) : '',
    currency: payment?.currency.toUpperCase() ?? '',
    note: entry.note === null ? '' : noteText(entry.note, language, notes),
    generation: generation?.id ?? '',
  }
  return columns.map((column) => cells[column])
}

/** In whole units of the currency: a payment is stored in its smallest one. */
function moneyOf({ amount, currency }: NonNullable<EntryWithSubject['payment']>): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return amount / 10 ** maximumFractionDigits
}

/** `2026-11-21 09:05:00`, which every spreadsheet reads as a time. */
function timeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
}
