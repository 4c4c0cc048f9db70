import { findOpenPending, savePendingBytes } from '#database/queries/uploads.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { ServiceContext } from '../../context.ts'
import { isId } from '../../generations/reading/read-generation.ts'
import { Refused } from '../../refused.ts'
import { storeRaw } from '../take-upload.ts'
import { withUploadQuota } from '../upload-quota.ts'

export type Incoming = {
  id: string
  token: string
  contentType: string | null
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores what comes through our own door for a promised file. Throws `not_found` for any that was
 * not promised.
 */
export async function receivePending(
  context: ServiceContext,
  { id, token, contentType, body }: Incoming,
): Promise<void> {
  const place = isId(id) ? await findOpenPending(context.database, id, hashToken(token)) : undefined
  if (!place || place.content_type !== contentType) throw new Refused({ reason: 'not_found' })
  await withUploadQuota(context, place.account_id, async () => {
    const { bytes } = await storeRaw(context, place.storage_key, body)
    await savePendingBytes(context.database, id, bytes)
  })
}
