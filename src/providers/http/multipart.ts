import { randomUUID } from 'node:crypto'
import type { InputFile } from '../provider.ts'

/** A form to send: its headers, with the exact length, and its bytes. */
export type MultipartBody = {
  headers: Record<string, string>
  chunks(): AsyncIterable<Uint8Array>
}

/** One part of a form: a text, or a file under its own name. */
export type Part = { name: string; value: string } | { name: string; file: InputFile }

/** Builds a form of texts and files. Files are streamed, whatever their size. */
export function multipartOf(parts: readonly Part[]): MultipartBody {
  const boundary = `atelier-${randomUUID()}`
  const heads = parts.map((part) => Buffer.from(headOf(boundary, part)))
  const end = Buffer.from(`--${boundary}--\r\n`)
  const bytes = parts.reduce(
    (sum, part, index) =>
      sum + (heads[index]?.length ?? 0) + ('file' in part ? part.file.bytes + 2 : 0),
    end.length,
  )
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(bytes),
    },
    async *chunks() {
      for (const [index, part] of parts.entries()) {
        yield heads[index] ?? end
        if (!('file' in part)) continue
        yield* await part.file.open()
        yield lineEnd
      }
      yield end
    },
  }
}

const lineEnd = Buffer.from('\r\n')

function headOf(boundary: string, part: Part): string {
  const start = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(part.name)}"`
  if (!('file' in part)) return `${start}\r\n\r\n${part.value}\r\n`
  const { fileName, contentType } = part.file
  return `${start}; filename="${quoted(fileName)}"\r\ncontent-type: ${contentType}\r\n\r\n`
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')
}
