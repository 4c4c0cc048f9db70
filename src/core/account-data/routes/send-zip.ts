import { create as contentDisposition } from 'content-disposition'
import type { RequestContext } from '#core/http/env.ts'

/** A zip: `bytes` is its size, `null` when unknown in advance. */
type Sent = { fileName: string; bytes: number | null; read(): AsyncIterable<Uint8Array> }

/**
 * Answers GET and HEAD with a zip that is written while it is sent. A reader that stops ends the
 * writing; a missing file breaks the connection, so that half a zip does not look complete.
 */
export function sendZip(c: RequestContext, { fileName, bytes, read }: Sent): Response {
  const body = c.req.method === 'HEAD' ? null : ReadableStream.from(read())
  return new Response(body as ReadableStream<Uint8Array> | null, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(fileName),
      ...(bytes !== null && { 'content-length': String(bytes) }),
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      // A proxy that buffers the answer would delay its reader.
      'x-accel-buffering': 'no',
    },
  })
}
