import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AccountRow } from '#core/accounts/tables.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env, FeatureDocumentation, RequestContext } from '#core/http/env.ts'
import { readBody } from '#core/http/validation.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { uploadContentTypes } from '#core/media/upload-rules.ts'
import { createPresignedUpload } from '#core/media/uploads/presigned-upload.ts'
import type { Parts } from '#core/parts.ts'
import { falProxyPaths } from './document.ts'
import { queuePath } from './present-job.ts'
import { createQueue } from './queue.ts'
import { refuseAsFal } from './refuse-as-fal.ts'
import { readTarget } from './target.ts'

/** Where fal's client sends everything, with the address it means. */
const falProxyPath = '/api/wan/fal/proxy'

const methods = ['GET', 'POST', 'PUT']

/**
 * `/api/wan/fal/proxy`: the queue protocol for the unmodified `@fal-ai/client` with `proxyUrl`
 * (docs/spec/api.md#fal-proxy). Nothing is forwarded: a submit is a create call, a file becomes an
 * upload here, all else is answered from the caller's own records. The same queue is available at
 * our own addresses below `/api/wan/fal/queue`, which the answers contain.
 */
export function routes(options: ApiOptions) {
  const app = new Hono<Env>()
  const answer = createQueue(options)
  app.onError(refuseAsFal(options.context.log))
  for (const path of [falProxyPath, `${queuePath}/*`]) app.use(path, preventStorage)
  app.on(methods, falProxyPath, signedIn, (c) => {
    const account = c.get('account')
    const target = c.req.header('x-fal-target-url')
    if (c.req.method === 'POST' && target === uploadTarget)
      return startUpload(options.context, c, account)
    return answer(c, account, readTarget(target, options.falQueueUrl))
  })
  app.on(methods, `${queuePath}/*`, signedIn, (c) => {
    const account = c.get('account')
    const { pathname, searchParams } = new URL(c.req.url)
    return answer(c, account, { path: pathname.slice(queuePath.length + 1), query: searchParams })
  })
  return app
}

/** Their JSON may contain files as `data:` URIs. */
export const withDataUris = [falProxyPath, `${queuePath}/*`]

export const documentation: FeatureDocumentation = {
  group: 'fal client',
  paths: /^\/api\/wan\/fal/,
  operations: falProxyPaths,
}

const preventStorage: MiddlewareHandler<Env> = async (c, next) => {
  c.header('cache-control', 'no-store')
  await next()
}

/** Where fal's client requests an upload of at most 90 MiB (docs/providers/fal.md#uploads). */
const uploadTarget = 'https://rest.fal.ai/storage/upload/initiate?storage_type=fal-cdn-v3'

const Announced = z.object({
  content_type: z.enum(uploadContentTypes),
  file_name: z.string().max(1000).optional(),
})

/**
 * Handles a file that fal's client found in an input: it is uploaded to our own storage, where the
 * submit finds it. The client uploads it without a credential, so the address contains a secret.
 * Throws `Refused`.
 */
async function startUpload(
  context: Parts<'contributions' | 'database' | 'log' | 'storage'>,
  c: RequestContext,
  account: AccountRow,
) {
  const { content_type: contentType } = await readBody(c, Announced)
  const { id, url } = await createPresignedUpload(context, {
    accountId: account.id,
    contentType,
    bytes: undefined,
  })
  const origin = c.get('origin')
  const path = mediaAddress({ id, account_id: account.id }, `upload.${contentType.split('/')[1]}`)
  return c.json({ upload_url: new URL(url, origin).href, file_url: origin + path }, 200)
}
