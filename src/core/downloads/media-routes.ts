import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { checkedByHandler } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { withoutStalling } from '#core/http/receive-body.ts'
import { sendMedia } from '#core/http/send-media.ts'
import { receivePending } from '#core/media/uploads/presigned-upload.ts'
import { takeSignedUpload } from '#core/media/uploads/take-signed-upload.ts'
import { openMedia, openSigned } from './open-media.ts'

/**
 * Files of people are only displayed: no script in them may run, and other pages may embed them.
 */
export const guardMedia: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('content-security-policy', "default-src 'none'; sandbox")
  c.header('cross-origin-resource-policy', 'cross-origin')
}

/**
 * `GET /media/{account}/{id}/{name}`: a stored file, with ranges and ETag; the name
 * `thumbnail.webp` means the thumbnail, `?download` an attachment with a descriptive name, which for
 * its owner contains its settings unless `settings=false` is given, too. A private file answers 404 to everyone but its owner. `GET` and `PUT /media/signed/…`: the addresses that
 * local storage signs; S3 has its own. `PUT /media/incoming/…`: presigned uploads without a known
 * length.
 */
export function mediaRoutes({ context }: ApiOptions) {
  return new Hono<Env>()
    .get('/media/signed/*', checkedByHandler, async (c) =>
      sendMedia(c, await openSigned(context, new URL(c.req.url))),
    )
    .put('/media/signed/*', checkedByHandler, async (c) => {
      await takeSignedUpload(context, {
        url: new URL(c.req.url),
        contentType: c.req.header('content-type') ?? null,
        bytes: contentLength(c),
        body: withoutStalling(c.req.raw.body),
      })
      return c.body(null, 200)
    })
    .put('/media/incoming/:id/:token', checkedByHandler, async (c) => {
      const contentType = c.req.header('content-type') ?? null
      await receivePending(context, {
        ...c.req.param(),
        contentType,
        body: withoutStalling(c.req.raw.body),
      })
      return c.body(null, 200)
    })
    .get('/media/:account/:id/:name', checkedByHandler, async (c) => {
      const media = await openMedia(context, {
        accountId: c.req.param('account'),
        id: c.req.param('id'),
        readerId: c.get('account')?.id ?? null,
        thumbnail: c.req.param('name') === 'thumbnail.webp',
        withSettings: c.req.query('download') !== undefined && c.req.query('settings') !== 'false',
      })
      return sendMedia(c, media)
    })
}

function contentLength(c: Context<Env>): number | null {
  const header = c.req.header('content-length')
  return header === undefined ? null : Number(header)
}
