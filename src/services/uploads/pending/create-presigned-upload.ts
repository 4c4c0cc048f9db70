import { v7 as uuid } from 'uuid'
import { announceFile } from '#database/queries/retention.ts'
import { insertPending } from '#database/queries/uploads.ts'
import { unrecordedFileTime } from '#domain/retention.ts'
import { maxUploadBytes, uploadAddressSeconds } from '#domain/upload-rules.ts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import type { ServiceContext } from '../../context.ts'
import { askStorage } from '../../media/files/ask-storage.ts'
import { Refused } from '../../refused.ts'
import { uploadKey } from '../judge/store-clean.ts'
import { withUploadQuota } from '../upload-quota.ts'

/** A file somebody will send. `bytes`: its length, when they know it. */
export type Promised = { accountId: string; contentType: string; bytes: number | undefined }

/**
 * Where to put it: an address of the store's, or a door of ours, relative, that takes any length up
 * to the limit.
 */
export type Place = { id: string; url: string }

/**
 * Makes room for a file that comes later, to an address that takes it for some minutes. It is
 * announced for a day, the longest that anybody could still be writing there; it is judged when
 * somebody first asks for it. Throws `Refused`.
 */
export function createPresignedUpload(
  context: ServiceContext,
  { accountId, contentType, bytes }: Promised,
): Promise<Place> {
  if ((bytes ?? 0) > maxUploadBytes)
    throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
  return withUploadQuota(context, accountId, async () => {
    const id = uuid()
    const token = newToken()
    const key = uploadKey('raw')
    const seconds = uploadAddressSeconds
    await announceFile(context.database, key, unrecordedFileTime)
    await insertPending(context.database, {
      id,
      account_id: accountId,
      content_type: contentType,
      bytes: bytes ?? null,
      storage_key: key,
      token_hash: hashToken(token),
      seconds,
    })
    if (bytes === undefined) return { id, url: `/media/incoming/${id}/${token}` }
    const sign = { seconds, contentType, bytes }
    return {
      id,
      url: await askStorage(context, ({ storage }) => storage.signedUploadUrl(key, sign)),
    }
  })
}
