import { stringify } from 'csv-stringify/sync'
import type { Language } from '#contract/languages.ts'
import {
  type Column,
  columns,
  heading,
  noteText,
  reasonText,
  workText,
} from '#contract/ledger-texts.ts'
import type { EntryWithSubject } from '#services/ledger/read-statement.ts'
import { modelName } from './present-entry.ts'

/** How the file is read: in which language, and in which time zone. */
export type FileReader = { language: Language; timeZone: string }

/**
 * What stands before the entries: the mark by which spreadsheets know the encoding, and the
 * headings.
 */
export function csvBeginning({ language, timeZone }: FileReader): string {
  return write([columns.map((column) => heading(column, language, timeZone))], true)
}

/**
 * Entries as lines. Numbers stay numbers; text that a spreadsheet would carry out as a formula is
 * made harmless.
 */
export function csvLines(entries: readonly EntryWithSubject[], reader: FileReader): string {
  const format = timeFormat(reader.timeZone)
  return write(
    entries.map((found) => cellsOf(found, reader.language, (moment) => format.format(moment))),
  )
}

function write(lines: (string | number)[][], bom = false): string {
  return stringify(lines, {
    bom,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
  })
}

function cellsOf(
  { entry, generation, payment }: EntryWithSubject,
  language: Language,
  timeText: (moment: Date) => string,
): (string | number)[] {
  const cells: Record<Column, string | number> = {
    date: timeText(entry.created_at),
    reason: reasonText(entry.reason, language),
    work: generation ? workText(generation.kind, language) : '',
    model: generation ? modelName(generation) : '',
    credits: entry.credits,
    balance: entry.balance_after,
    // What came back of a payment later is not told by its amount.
    paid: payment && entry.reason === 'purchase' ? moneyOf(payment) : '',
    currency: payment?.currency.toUpperCase() ?? '',
    note: entry.note === null ? '' : noteText(entry.note, language),
    generation: generation?.id ?? '',
  }
  return columns.map((column) => cells[column])
}

/** In whole units of the currency: a payment counts in its smallest one. */
function moneyOf({ amount, currency }: NonNullable<EntryWithSubject['payment']>): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return amount / 10 ** maximumFractionDigits
}

/** `2026-11-21 09:05:00`, which every spreadsheet reads as a moment. */
function timeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
}
