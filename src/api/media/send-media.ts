import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from 'hono'
import type { OpenedMedia } from '#services/media/open-media.ts'
import type { Env } from '../env.ts'
import { parseRange } from './byte-range.ts'
import { isKnown, mayContinue } from './preconditions.ts'

/** What a browser may show; everything else it may only save. Nothing here can hold a script. */
const shown = /^(image\/(jpeg|png|webp|gif|avif)|video\/(mp4|webm|quicktime|x-m4v)|audio\/[\w.+-]+)$/

/**
 * The owner keeps a copy for good: it never changes, and nobody can take it from them. Anyone else asks each time, so
 * that a file made private is gone at once; no shared cache holds either. `vary`: another person at the same browser.
 */
function cacheHeaders({ isOwn }: OpenedMedia): Record<string, string> {
  return {
    'cache-control': isOwn ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'cookie, authorization',
  }
}

/** Answers GET and HEAD with a file, or with the one range of it that was asked for. */
export async function sendMedia(c: Context<Env>, media: OpenedMedia): Promise<Response> {
  const etag = media.tag && `"${media.tag}"`
  for (const [name, value] of Object.entries(cacheHeaders(media))) c.header(name, value)
  if (etag) c.header('etag', etag)
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304)

  const bytes = await media.bytes()
  const isHead = c.req.method === 'HEAD'
  const mayBePart = !isHead && mayContinue(c.req.header('if-range'), etag)
  const range = mayBePart ? parseRange(c.req.header('range'), bytes) : null
  c.header('accept-ranges', 'bytes')
  if (range === 'unsatisfiable') {
    c.header('content-range', `bytes */${bytes}`)
    return c.body(null, 416)
  }

  describeFile(c, media)
  c.header('content-length', String(range ? range.end - range.start + 1 : bytes))
  if (isHead) return c.body(null, 200)
  const body = stream(await media.open(range ?? undefined))
  if (!range) return c.body(body, 200)
  c.header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  return c.body(body, 206)
}

/** What it is, and whether it is to be looked at or to be saved. */
function describeFile(c: Context<Env>, media: OpenedMedia): void {
  const isSaved = media.isDownload || c.req.query('download') !== undefined || !shown.test(media.contentType)
  c.header('content-type', media.contentType)
  c.header('content-disposition', contentDisposition(media.fileName, { type: isSaved ? 'attachment' : 'inline' }))
}

/** A reader that goes away cancels it, which ends the file or the store's answer behind it. */
function stream(file: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(file) as ReadableStream<Uint8Array>
}
