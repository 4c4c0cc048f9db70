import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from 'hono'
import type { OpenedMedia } from '#services/media/open-media.ts'
import type { Env } from '../env.ts'

/** What a browser may show; everything else it may only save. Nothing here can hold a script. */
const shown =
  /^(image\/(jpeg|png|webp|gif|avif)|video\/(mp4|webm|quicktime|x-m4v)|audio\/[\w.+-]+)$/

/**
 * Answers GET and HEAD with a file, or with the one range of it that was asked for. Nothing is said
 * about the file before it is open, so that a refusal carries none of it.
 */
export async function sendMedia(c: Context<Env>, media: OpenedMedia): Promise<Response> {
  const etag = media.tag && `"${media.tag}"`
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, cacheHeaders(media))

  const isHead = c.req.method === 'HEAD'
  const bytes = await media.bytes()
  const mayBePart = !isHead && mayContinue(c.req.header('if-range'), etag)
  const range = mayBePart ? parseRange(c.req.header('range'), bytes) : null
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${bytes}` })

  const body = isHead ? null : await media.open(range ?? undefined)
  return new Response(body && stream(body), {
    status: range ? 206 : 200,
    headers: {
      ...cacheHeaders(media),
      'accept-ranges': 'bytes',
      'content-type': media.contentType,
      'content-disposition': disposition(c, media),
      'content-length': String(range ? range.end - range.start + 1 : bytes),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
    },
  })
}

/**
 * The owner keeps a copy for good: it never changes, and nobody can take it from them. Anyone else
 * asks each time, so that a file made private is gone at once; no shared cache holds either.
 * `vary`: another person at the same browser.
 */
function cacheHeaders({ isOwn, tag }: OpenedMedia): Record<string, string> {
  return {
    'cache-control': isOwn ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'cookie, authorization',
    ...(tag && { etag: `"${tag}"` }),
  }
}

/** To be looked at or to be saved, and under which name. */
function disposition(c: Context<Env>, { isDownload, contentType, fileName }: OpenedMedia): string {
  const isSaved = isDownload || c.req.query('download') !== undefined || !shown.test(contentType)
  return contentDisposition(fileName, { type: isSaved ? 'attachment' : 'inline' })
}

/** A reader that goes away cancels it, which ends the file or the store's answer behind it. */
function stream(file: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(file) as ReadableStream<Uint8Array>
}

/**
 * One `Range` of bytes, both ends included; `null` when the whole file is to be sent (no range,
 * several, or nonsense, which RFC 9110 lets a server ignore).
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

/** Does `If-None-Match` name this file (RFC 9110 §13.1.2)? Marks of weakness do not matter here. */
export function isKnown(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (ifNoneMatch === undefined || etag === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/**
 * May a range be sent? Only of the file the asker has the rest of (RFC 9110 §13.1.5); dates we
 * never gave match nothing.
 */
export function mayContinue(ifRange: string | undefined, etag: string | null): boolean {
  return ifRange === undefined || (etag !== null && ifRange.trim() === etag)
}
