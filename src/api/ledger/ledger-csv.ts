import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import type { Language } from '#contract/languages.ts'
import type { LedgerFileQuery } from '#contract/ledger.ts'
import {
  type Column,
  columns,
  fileTitle,
  heading,
  noteText,
  reasonText,
  workText,
} from '#contract/ledger-texts.ts'
import type { EntryWithSubject } from '#services/ledger/read-statement.ts'
import type { RequestContext } from '../env.ts'
import { modelName } from './present-entry.ts'

type File = LedgerFileQuery & { language: Language }

/**
 * Answers GET and HEAD with a file that is written while it is sent; a reader that stops ends the
 * reading.
 */
export function sendCsv(
  c: RequestContext,
  batches: AsyncGenerator<EntryWithSubject[]>,
  file: File,
): Response {
  const body = c.req.method === 'HEAD' ? null : ReadableStream.from(encoded(batches, file))
  return new Response(body as ReadableStream<Uint8Array> | null, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(`${fileTitle(file.language, daysText(file))}.csv`),
      'content-language': file.language,
      'cache-control': 'private, no-store',
      // A proxy that buffers the answer would delay its reader.
      'x-accel-buffering': 'no',
    },
  })
}

async function* encoded(
  batches: AsyncGenerator<EntryWithSubject[]>,
  reader: FileReader,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvBeginning(reader))
  for await (const batch of batches) yield encoder.encode(csvLines(batch, reader))
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
export type FileReader = { language: Language; timeZone: string }

/**
 * The beginning of the file: the byte order mark, by which spreadsheets detect UTF-8, and the
 * headings.
 */
function csvBeginning({ language, timeZone }: FileReader): string {
  return write([columns.map((column) => heading(column, language, timeZone))], true)
}

/**
 * Formats entries as lines. Numbers stay numbers; text that a spreadsheet would run as a formula is
 * escaped.
 */
function csvLines(entries: readonly EntryWithSubject[], reader: FileReader): string {
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
    // Later refunds of a payment are not in its amount.
    paid: payment && entry.reason === 'purchase' ? moneyOf(payment) : '',
    currency: payment?.currency.toUpperCase() ?? '',
    note: entry.note === null ? '' : noteText(entry.note, language),
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
