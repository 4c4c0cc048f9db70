import { v7 as uuid } from 'uuid'
import { announceFile } from '#database/queries/retention.ts'
import {
  findOpenPending,
  findPending,
  insertPending,
  recordPending,
  refusePending,
  savePendingBytes,
} from '#database/queries/uploads.ts'
import type { MediaRow, PendingUploadRow } from '#database/tables.ts'
import { unrecordedFileTime } from '#domain/retention.ts'
import { maxUploadBytes, uploadAddressSeconds } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { makeThumbnail } from '../media/make-thumbnails.ts'
import { callStorage, discardFiles, readHead } from '../media/stored-files.ts'
import { Refused } from '../refused.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import { sniff, sniffLength } from '../upload-validation/sniff.ts'
import { uploadKey } from '../upload-validation/store-clean.ts'
import { validateFile } from '../upload-validation/validate-file.ts'
import { storeRaw } from './take-upload.ts'
import { withUploadQuota } from './upload-quota.ts'

/** A file somebody will send. `bytes`: its length, when they know it. */
export type PresignRequest = { accountId: string; contentType: string; bytes: number | undefined }

/**
 * Where to put it: an address of the store's, or an endpoint of ours, relative, that takes any length up
 * to the limit.
 */
export type PresignedUpload = { id: string; url: string }

/**
 * Makes room for a file that comes later, to an address that takes it for some minutes. It is
 * announced for a day, the longest that anybody could still be writing there; it is judged when
 * somebody first asks for it. Throws `Refused`.
 */
export function createPresignedUpload(
  context: ServiceContext,
  { accountId, contentType, bytes }: PresignRequest,
): Promise<PresignedUpload> {
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
      url: await callStorage(context, ({ storage }) => storage.signedUploadUrl(key, sign)),
    }
  })
}

/** Several people ask for one file at the same time: a page's image and its link. */
const judging = new Map<string, Promise<MediaRow | null>>()

/**
 * The account's file that came over a signed address, judged when it is first asked for. A copy is
 * kept: the address may be used again until it expires, and what lies there is swept. `null`: there
 * is no such file, or none came yet. Throws `Refused` when it is not taken; from then on there is
 * no such file.
 */
export function finalizeUpload(
  context: ServiceContext,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const name = `${id} ${accountId}`
  const running =
    judging.get(name) ?? claim(context, id, accountId).finally(() => judging.delete(name))
  judging.set(name, running)
  return running
}

async function claim(
  context: ServiceContext,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const pending = await findPending(context.database, id, accountId)
  const bytes =
    pending && (await callStorage(context, ({ storage }) => storage.size(pending.storage_key)))
  if (!pending || bytes === undefined || bytes === null) return null
  try {
    return await keep(context, pending, bytes)
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason !== 'unavailable')
      await refusePending(context.database, id)
    throw error
  }
}

async function keep(
  context: ServiceContext,
  pending: PendingUploadRow,
  bytes: number,
): Promise<MediaRow | null> {
  if (bytes > maxUploadBytes) throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
  const key = pending.storage_key
  const { id, account_id } = pending
  const validated = await callStorage(context, async () => {
    const { head, close } = await readHead(await context.storage.read(key), sniffLength)
    await close()
    if (head.length === 0) throw new Refused({ reason: 'empty_file' })
    const sniffed = sniff(head)
    if (!sniffed) throw new Refused({ reason: 'unsupported_file', accept: 'video-or-gif' })
    return validateFile(context, { key, bytes, sha256: null }, sniffed)
  })
  const media = await recordPending(context.database, { id, account_id, ...validated })
  if (!media) await discardFiles(context, [validated.storage_key])
  else context.background.run(() => makeThumbnail(context, media))
  return media ?? null
}

export type Incoming = {
  id: string
  token: string
  contentType: string | null
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores what comes through our own endpoint for a promised file. Throws `not_found` for any that was
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
