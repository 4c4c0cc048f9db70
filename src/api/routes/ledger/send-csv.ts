import { create as contentDisposition } from 'content-disposition'
import type { Context } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { LedgerFileQuery } from '#contract/ledger.ts'
import { fileTitle } from '#contract/ledger-texts.ts'
import type { EntryWithSubject } from '#services/ledger/read-statement.ts'
import type { Env } from '../../env.ts'
import { csvBeginning, csvLines, type FileReader } from './csv.ts'

type File = LedgerFileQuery & { language: Language }

/**
 * Answers GET and HEAD with a file that is written while it is sent; a reader that goes away ends
 * the reading.
 */
export function sendCsv(
  c: Context<Env>,
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
      // A proxy that collects the answer first would keep its reader waiting.
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

/** The days that are asked for; of all of them, today. */
function daysText({ dateStart, dateEnd, timeZone }: File): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(
    new Date(),
  )
  const days = [dateStart, dateEnd ?? today].filter((day) => day !== undefined)
  return [...new Set(days)].join('_')
}
