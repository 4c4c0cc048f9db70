import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { isUploaderSuspended } from '../queries/uploads.ts'
import { callStorage } from '../stored-files.ts'

export type SignedUpload = {
  url: URL
  contentType: string | null
  /** The stated length of the body. */
  bytes: number | null
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores a body that a signed address of ours allows, with withExactLength its type and length.
 * Throws `not_found` for anything else, as an external store would reject it, and for a body that
 * breaks off, and `account_suspended`.
 */
export async function takeSignedUpload(
  context: Parts<'database' | 'log' | 'storage'>,
  upload: SignedUpload,
): Promise<void> {
  const grant = context.storage.grantOf('PUT', upload.url)
  const fits =
    grant?.method === 'PUT' &&
    grant.contentType === upload.contentType &&
    grant.bytes === upload.bytes
  if (!fits) throw new Refused({ reason: 'not_found' })

  const { key, bytes, contentType } = grant
  if (await isUploaderSuspended(context.database, key))
    throw new Refused({ reason: 'account_suspended' })
  await callStorage(context, (storage) =>
    storage.write(key, withExactLength(upload.body, bytes), { maxBytes: bytes, contentType }),
  )
}

/** Throws where a body is cut short, so that it does not look complete. */
async function* withExactLength(
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncIterable<Uint8Array> {
  let taken = 0
  try {
    for await (const chunk of body) {
      taken += chunk.length
      yield chunk
    }
  } catch {
    throw new Refused({ reason: 'not_found' })
  }
  if (taken < bytes) throw new Refused({ reason: 'not_found' })
}
