import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import type { RequestContext } from './env.ts'

/** A number stays one; an absent value is an empty cell. */
export type Cell = string | number | boolean | null | undefined

/**
 * Formats lines. Text that a spreadsheet would run as a formula is escaped by a quotation mark; the
 * byte order mark is how spreadsheets detect UTF-8.
 */
export function csvText(lines: Lines, { bom = false } = {}): string {
  return stringify(lines as Cell[][], {
    bom,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      number: (value) => ({ value: String(value), escape_formulas: false }),
      boolean: (value) => String(value),
    },
  })
}

type Lines = readonly (readonly Cell[])[]
type Batches = AsyncIterable<Lines> | readonly Lines[]

/**
 * Answers GET and HEAD with a file that is written while it is sent; a reader that stops ends the
 * reading. `name`: without `.csv`.
 */
export function sendCsvFile(
  c: RequestContext,
  name: string,
  batches: Batches,
  headers: Record<string, string> = {},
): Response {
  const body = c.req.method === 'HEAD' ? null : ReadableStream.from(encoded(batches))
  return new Response(body as ReadableStream<Uint8Array> | null, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(`${name}.csv`),
      'cache-control': 'private, no-store',
      // A proxy that buffers the answer would delay its reader.
      'x-accel-buffering': 'no',
      ...headers,
    },
  })
}

async function* encoded(batches: Batches): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let bom = true
  for await (const batch of batches) {
    yield encoder.encode(csvText(batch, { bom }))
    bom = false
  }
}
