import { Readable } from 'node:stream'
import { Hono, type MiddlewareHandler } from 'hono'
import { openMedia } from '#services/media/open-media.ts'
import { parseRange } from '../byte-range.ts'
import type { ApiOptions, Env } from '../env.ts'

/** Only browsers keep copies: a picture can be made private, and a shared cache would go on showing it. */
const cacheControl = 'private, max-age=31536000, immutable'

/** Files that people made are only ever looked at: no script in them may run, and other pages may show them. */
export const guardMedia: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('content-security-policy', "default-src 'none'; sandbox")
  c.header('cross-origin-resource-policy', 'cross-origin')
}

/**
 * `GET /media/{id}/{name}`: a stored file, with ranges and ETag; `thumbnail.webp` as name means the small one, `?download`
 * saves it under a sensible name. A private file answers 404 to everyone but its owner.
 */
export function mediaRoutes({ context }: ApiOptions) {
  return new Hono<Env>().get('/media/:id/:name', async (c) => {
    const media = await openMedia(context, {
      id: c.req.param('id'),
      readerId: c.get('account')?.id ?? null,
      thumbnail: c.req.param('name') === 'thumbnail.webp',
    })
    const etag = `"${media.tag}"`
    c.header('etag', etag)
    c.header('cache-control', media.isPublic ? cacheControl : 'private, no-cache')
    c.header('accept-ranges', 'bytes')
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)

    c.header('content-type', media.contentType)
    const disposition = c.req.query('download') === undefined ? 'inline' : 'attachment'
    c.header('content-disposition', `${disposition}; filename="${media.fileName}"`)

    const range = parseRange(c.req.header('range'), media.bytes)
    if (range === 'unsatisfiable') {
      c.header('content-range', `bytes */${media.bytes}`)
      return c.body(null, 416)
    }
    c.header('content-length', String(range ? range.end - range.start + 1 : media.bytes))
    if (range) c.header('content-range', `bytes ${range.start}-${range.end}/${media.bytes}`)
    if (c.req.method === 'HEAD') return c.body(null, range ? 206 : 200)
    const body = Readable.toWeb(await media.open(range ?? undefined)) as ReadableStream
    return c.body(body, range ? 206 : 200)
  })
}
