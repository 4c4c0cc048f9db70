import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { fileOf, multipart } from '#core/http/receive-body.ts'
import { json, type SignedInContext, signedInRoute } from '#core/http/route.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import { mediaAddress } from './media-address-rules.ts'
import type { MediaRow } from './tables.ts'
import { createPresignedUpload } from './uploads/presigned-upload.ts'
import { resolveInputs } from './uploads/resolve-inputs.ts'
import { takeUpload } from './uploads/take-upload.ts'
import { withUploadQuota } from './uploads/upload-quota.ts'
import {
  ImageUploaded,
  SignedAddress,
  SignedAddressRequest,
  UploadError,
  UploadedFromUrl,
  UploadFromUrlRequest,
  VideoUploaded,
} from './uploads-contract.ts'

/**
 * The refusals of these endpoints: in addition, `success` is false, and `max` is the limit.
 */
function refused<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [
    status,
    json(UploadError, 'It is not taken; `code` and `max` say why.'),
  ])
  return Object.fromEntries(entries) as Record<Status, ReturnType<typeof json<typeof UploadError>>>
}

const video = signedInRoute({
  method: 'post',
  path: '/api/upload-video',
  summary: 'Upload a video (MP4, MOV, WebM, M4V), a moving GIF or audio, at most 52,428,800 bytes',
  description:
    'One file in a multipart body. Kept a day, and as long as anything that was made from it. `accept` says what alone it may be; audio that a browser recorded is a WebM file without video.',
  request: {
    body: multipart,
    query: z.object({ accept: z.enum(['video-or-gif', 'audio']).optional() }),
  },
  responses: {
    200: json(VideoUploaded, 'It is kept.'),
    ...refused(400, 401, 403, 408, 413, 415, 429, 503),
  },
})

const image = signedInRoute({
  method: 'post',
  path: '/api/upload-image-wan-i2v',
  summary: 'Upload an image (JPEG, PNG, WebP, AVIF, HEIC), at most 52,428,800 bytes',
  description:
    'One file in a multipart body. It is turned upright, and what it tells of place and camera is removed.',
  request: { body: multipart },
  responses: {
    200: json(ImageUploaded, 'It is kept.'),
    ...refused(400, 401, 403, 408, 413, 415, 429, 503),
  },
})

const fromUrl = signedInRoute({
  method: 'post',
  path: '/api/upload-from-url',
  summary: 'Upload a file by its address, which the server fetches',
  description:
    'The file is kept for a day, or for as long as a generation uses it. An address of this site is only checked.',
  body: UploadFromUrlRequest,
  responses: {
    200: json(UploadedFromUrl, 'It is kept.'),
    ...refused(400, 401, 403, 413, 415, 429, 503),
  },
})

const signedAddress = signedInRoute({
  method: 'post',
  path: '/api/generate-presigned-url',
  summary: 'Get an address to PUT a file to, with its content type',
  description:
    'What was put there is judged when `public_url` is first read or used; only this account can.',
  body: SignedAddressRequest,
  responses: {
    200: json(SignedAddress, 'Valid for 15 minutes.'),
    ...refused(400, 401, 403, 413, 415, 429, 503),
  },
})

/** Bodies of these paths are streamed and have a limit of their own. */
export const streamedPaths: ReadonlySet<string> = new Set([video.path, image.path])

/** The endpoints for files (docs/spec/creation.md#uploads, docs/spec/texts.md). */
export function uploadRoutes(options: ApiOptions) {
  const { context } = options
  const take = (c: SignedInContext, accept: Accept, also?: Accept) => {
    const accountId = c.get('account').id
    return withUploadQuota(context, accountId, () =>
      takeUpload(context, { accountId, accept, ...(also && { also }), body: fileOf(c) }),
    )
  }
  const routes = new OpenAPIHono<Env>()
    .openapi(video, async (c) => {
      const { accept } = c.req.valid('query')
      const media = await (accept ? take(c, accept) : take(c, 'video-or-gif', 'audio'))
      return c.json(
        { success: true as const, data: { video_url: addressOf(c, media), ...present(media) } },
        200,
      )
    })
    .openapi(image, async (c) => {
      const media = await take(c, 'image')
      return c.json({ imageUrl: addressOf(c, media), ...present(media) }, 200)
    })
    .openapi(fromUrl, async (c) => {
      const accountId = c.get('account').id
      const { url, accept } = c.get('body')
      const files = [{ field: 'url', address: url, accept }]
      const resolved = await resolveInputs(context, {
        accountId,
        origins: ownOrigins(c, options),
        files,
      })
      const [{ media }] = resolved as [(typeof resolved)[number]]
      return c.json({ url: addressOf(c, media), ...present(media) }, 200)
    })
    .openapi(signedAddress, async (c) => {
      const account = c.get('account')
      const { contentType, bytes } = c.get('body')
      const { id, url } = await createPresignedUpload(context, {
        accountId: account.id,
        contentType,
        bytes,
      })
      // Not the sender's file name: the address must be valid everywhere.
      const path = mediaAddress(
        { id, account_id: account.id },
        `upload.${contentType.split('/')[1]}`,
      )
      const origin = c.get('origin')
      return c.json(
        {
          success: true as const,
          url: new URL(url, origin).href,
          key: path.slice('/media/'.length),
          public_url: origin + path,
        },
        200,
      )
    })
  routes.onError(createErrorHandler(context.log, { success: false }))
  return routes
}

function present({ id, content_type, bytes, width, height, duration_ms }: MediaRow) {
  return { id, content_type, bytes, width, height, duration_ms }
}

function addressOf(c: RequestContext, media: MediaRow): string {
  return c.get('origin') + mediaAddress(media, `1.${media.storage_key.split('.').at(-1)}`)
}
