import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { OpenedMedia } from '#core/downloads/open-media.ts'
import type { RequestContext } from './env.ts'

/** Types that a browser may display; all others are attachments. None can contain a script. */
const shown =
  /^(image\/(jpeg|png|webp|gif|avif)|video\/(mp4|webm|quicktime|x-m4v)|audio\/[\w.+-]+)$/

/**
 * Answers GET and HEAD with a file, or with the requested range of it. Sets no header of the file
 * before it is open, so that a refusal has none.
 */
export async function sendMedia(c: RequestContext, media: OpenedMedia): Promise<Response> {
  const etag = media.tag && `"${media.tag}"`
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, cacheHeaders(media))

  const isHead = c.req.method === 'HEAD'
  const bytes = await media.bytes()
  const mayBePart = !isHead && mayContinue(c.req.header('if-range'), etag)
  const range = mayBePart ? parseRange(c.req.header('range'), bytes) : null
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${bytes}` })

  const body = isHead ? null : await media.open(range ?? undefined)
  const headers = {
    ...cacheHeaders(media),
    'accept-ranges': 'bytes',
    'content-type': media.contentType,
    'content-disposition': disposition(c, media),
    'content-length': String(range ? range.end - range.start + 1 : bytes),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
  }
  // `c.body` also sends the headers that a route has set, such as those of a charge.
  const status = range ? 206 : 200
  return body ? c.body(stream(body), status, headers) : c.body(null, status, headers)
}

/**
 * The owner's copy can be cached for good: it never changes, and access cannot end. Others must
 * revalidate, so that a file made private is gone at once; no shared cache stores either. `vary`:
 * another person in the same browser.
 */
function cacheHeaders({ isOwn, isFixed, tag }: OpenedMedia): Record<string, string> {
  return {
    'cache-control':
      isOwn && isFixed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'cookie, authorization',
    ...(tag && { etag: `"${tag}"` }),
  }
}

/** Whether it is displayed or saved, and its file name. */
function disposition(
  c: RequestContext,
  { isDownload, contentType, fileName }: OpenedMedia,
): string {
  const isSaved = isDownload || c.req.query('download') !== undefined || !shown.test(contentType)
  return contentDisposition(fileName, { type: isSaved ? 'attachment' : 'inline' })
}

/** A reader that stops cancels it, which closes the file or the store's answer. */
function stream(file: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(file) as ReadableStream<Uint8Array>
}

/**
 * Parses a `Range` of bytes, both ends inclusive; `null` when the whole file is to be sent (no
 * range, several, or an invalid one, which RFC 9110 lets a server ignore).
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null

  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= bytes || start > end ? 'unsatisfiable' : { start, end }
}

/** Whether `If-None-Match` has this file's ETag (RFC 9110 §13.1.2), weak or strong. */
export function isKnown(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (ifNoneMatch === undefined || etag === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/**
 * Whether a range may be sent: only of the file of which the client has the rest (RFC 9110
 * §13.1.5). We send no dates, so none matches.
 */
export function mayContinue(ifRange: string | undefined, etag: string | null): boolean {
  return ifRange === undefined || (etag !== null && ifRange.trim() === etag)
}
