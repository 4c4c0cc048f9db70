import { create as contentDisposition } from 'content-disposition'
import type { z } from 'zod'
import type { Download } from '#contract/downloads.ts'
import type { PreparedDownload } from '#services/downloads/prepare-download.ts'
import type { RequestContext } from '../env.ts'

/** A zip: `bytes` is its size, `null` when nobody knows before. */
type Sent = { fileName: string; bytes: number | null; read(): AsyncIterable<Uint8Array> }

/**
 * Answers GET and HEAD with a zip that is made while it is sent. A reader that goes away ends the
 * making; a file that is missing breaks the connection, so that nobody takes half a zip for whole.
 */
export function sendDownload(c: RequestContext, { fileName, bytes, read }: Sent): Response {
  const body = c.req.method === 'HEAD' ? null : ReadableStream.from(read())
  return new Response(body as ReadableStream<Uint8Array> | null, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(fileName),
      ...(bytes !== null && { 'content-length': String(bytes) }),
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      // A proxy that collects the answer first would keep its reader waiting.
      'x-accel-buffering': 'no',
    },
  })
}

/** Where prepared downloads are fetched. */
export const downloadsPath = '/api/downloads'

/** A prepared download as the wire shows it. */
export function presentDownload({
  id,
  fileName,
  files,
  bytes,
  expiresAt,
}: PreparedDownload): z.infer<typeof Download> {
  const place = { downloadUrl: `${downloadsPath}/${id}`, fileName, files: files.length, bytes }
  return { ...place, expires_at: expiresAt.toISOString() }
}
