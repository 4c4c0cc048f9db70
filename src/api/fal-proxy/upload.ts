import type { Context } from 'hono'
import { z } from 'zod'
import { uploadContentTypes } from '#domain/upload-rules.ts'
import type { ServiceContext } from '#services/context.ts'
import type { AccountRow } from '#services/rows.ts'
import { createPresignedUpload } from '#services/uploads/pending/create-presigned-upload.ts'
import type { Env } from '../env.ts'
import { readBody } from '../read-body.ts'

/** Where fal's client announces a file of at most 90 MiB (docs/providers/fal.md#uploads). */
export const uploadTarget = 'https://rest.fal.ai/storage/upload/initiate?storage_type=fal-cdn-v3'

const Announced = z.object({
  content_type: z.enum(uploadContentTypes),
  file_name: z.string().max(1000).optional(),
})

/**
 * A file that fal's client found in an input: it is put into our own storage, where the submit that
 * names it finds it. The client sends it without a credential, so the address bears a secret.
 * Throws `Refused`.
 */
export async function startUpload(context: ServiceContext, c: Context<Env>, account: AccountRow) {
  const { content_type: contentType } = await readBody(c, Announced)
  const { id, url } = await createPresignedUpload(context, {
    accountId: account.id,
    contentType,
    bytes: undefined,
  })
  const origin = c.get('origin')
  const file_url = `${origin}/media/${id}/upload.${contentType.split('/')[1]}`
  return c.json({ upload_url: new URL(url, origin).href, file_url }, 200)
}
