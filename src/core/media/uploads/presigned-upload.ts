import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { hashToken, newToken, readToken } from '#core/accounts/sign-in/tokens.ts'
import { isId } from '#core/ids.ts'
import { unrecordedFileTime } from '#core/jobs/retention-rules.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { makeThumbnail } from '../make-thumbnails.ts'
import { listFileForDeletion } from '../queries/garbage.ts'
import {
  findOpenPending,
  findPending,
  insertPending,
  recordPending,
  rejectPending,
  savePendingBytes,
} from '../queries/uploads.ts'
import { refuseRemovedFile } from '../refused-files.ts'
import { callStorage, discardFiles, readHead } from '../stored-files.ts'
import type { MediaRow, PendingUploadRow } from '../tables.ts'
import { maxUploadBytes, uploadAddressSeconds } from '../upload-rules.ts'
import { sniff, sniffLength } from '../validation/sniff.ts'
import { uploadKey } from '../validation/store-clean.ts'
import { validateFile } from '../validation/validate-file.ts'
import { storeRaw } from './take-upload.ts'
import { withUploadQuota } from './upload-quota.ts'

/** A file to be sent later. `bytes`: its length, if known. */
export type PresignRequest = { accountId: string; contentType: string; bytes: number | undefined }

/**
 * Where to send it: an address of the store's, or a relative endpoint of ours that accepts any
 * length up to the limit.
 */
export type PresignedUpload = { id: string; url: string }

/**
 * Reserves an address for a file that is sent later, valid for some minutes. Its file is listed for
 * deletion after a day, the longest an upload can last; it is validated at its first request.
 * Throws `Refused`.
 */
export function createPresignedUpload(
  context: Parts<'contributions' | 'database' | 'log' | 'storage'>,
  { accountId, contentType, bytes }: PresignRequest,
): Promise<PresignedUpload> {
  if ((bytes ?? 0) > maxUploadBytes)
    throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
  return withUploadQuota(context, accountId, async () => {
    const id = uuid()
    const token = newToken(accountId)
    const key = uploadKey('raw')
    const seconds = uploadAddressSeconds
    await listFileForDeletion(context.database, key, unrecordedFileTime)
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
      url: await callStorage(context, (storage) => storage.signedUploadUrl(key, sign)),
    }
  })
}

/** Validations in progress: a page may request the image and its link at once. */
const validating = new Map<string, Promise<MediaRow | null>>()

/**
 * Returns the account's file that came over a signed address, validated at its first request. A
 * copy is kept: the address stays valid for some minutes, and the original is deleted later.
 * `null`: no such file, or not sent yet. Throws `Refused` when it is invalid; from then on it does
 * not exist.
 */
export function finalizeUpload(
  context: FinalizeUploadParts,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const name = `${id} ${accountId}`
  const running =
    validating.get(name) ?? claim(context, id, accountId).finally(() => validating.delete(name))
  validating.set(name, running)
  return running
}

async function claim(
  context: FinalizeUploadParts,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const pending = await findPending(context.database, id, accountId)
  if (!pending) return null
  const bytes = await callStorage(context, (storage) => storage.size(pending.storage_key))
  if (bytes === null) return null
  try {
    return await keep(context, pending, bytes)
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason !== 'unavailable')
      await rejectPending(context.database, pending)
    throw error
  }
}

export type FinalizeUploadParts = Parts<
  'background' | 'changes' | 'contributions' | 'database' | 'log' | 'parsers' | 'storage'
>

async function keep(
  context: FinalizeUploadParts,
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
    const accepts = ['image', 'video-or-gif', 'audio'] as const
    const owner = { accountId: account_id, accepts }
    return validateFile(context, owner, { key, bytes, sha256: null }, sniffed)
  })
  await refuseRemovedFile(context, [await hashStored(context, key), validated.sha256]).catch(
    async (error: unknown) => {
      await discardFiles(context, [validated.storage_key])
      throw error
    },
  )
  const media = await recordPending(context.database, { id, account_id, ...validated })
  if (!media) await discardFiles(context, [validated.storage_key])
  else context.background.run(() => makeThumbnail(context, media))
  return media ?? null
}

/** The SHA-256 of a stored file: the store does not tell that of a presigned upload. */
function hashStored(context: Parts<'log' | 'storage'>, key: string): Promise<string> {
  return callStorage(context, async (storage) => {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(key)) hash.update(chunk as Uint8Array)
    return hash.digest('hex')
  })
}

export type IncomingUpload = {
  id: string
  token: string
  contentType: string | null
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores the body of a request to our own endpoint for a presigned upload. Throws `not_found` for
 * any other.
 */
export async function receivePending(
  context: Parts<'contributions' | 'database' | 'log' | 'storage'>,
  { id, token, contentType, body }: IncomingUpload,
): Promise<void> {
  const stored = readToken(token)
  const place = stored && isId(id) ? await findOpenPending(context.database, id, stored) : undefined
  if (!place || place.content_type !== contentType) throw new Refused({ reason: 'not_found' })
  await withUploadQuota(context, place.account_id, async () => {
    const { bytes } = await storeRaw(context, place.storage_key, body)
    await savePendingBytes(context.database, place, bytes)
  })
}
