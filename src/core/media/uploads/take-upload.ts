import { v7 as uuid } from 'uuid'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type StoredFile, TooLarge } from '#platform/storage/storage.ts'
import { makeThumbnail } from '../make-thumbnails.ts'
import { insertCopy, insertUpload } from '../queries/uploads.ts'
import { refuseRemovedFile } from '../refused-files.ts'
import { callStorage, discardFiles, readHead, storeFile } from '../stored-files.ts'
import type { MediaRow } from '../tables.ts'
import { maxUploadBytes } from '../upload-rules.ts'
import { isPossible, type SniffedType, sniff, sniffLength } from '../validation/sniff.ts'
import { uploadKey } from '../validation/store-clean.ts'
import { validateFile } from '../validation/validate-file.ts'

/** `also`: a second kind of files that is accepted. `copyOf`: a file of another account, whose bytes these are. */
export type UploadRequest = {
  accountId: string
  accept: Accept
  also?: Accept
  copyOf?: MediaRow
  body: AsyncIterable<Uint8Array>
}

/**
 * Streams a file into storage, validates it there by its bytes, and records it as an upload of the
 * account. On any error, of the sender (errors of `body` are rethrown) or ours, nothing is
 * recorded, and what was written is deleted later. Throws `Refused`, `not_found` where the copied file is gone.
 */
export async function takeUpload(
  context: TakeUploadParts,
  { accountId, accept, also = accept, copyOf, body }: UploadRequest,
): Promise<MediaRow> {
  const { head, whole, close } = await readHead(body, sniffLength)
  if (head.length === 0) {
    await close()
    throw new Refused({ reason: 'empty_file' })
  }
  const sniffed = sniff(head)
  if (!sniffed || !(isPossible(sniffed, accept) || isPossible(sniffed, also))) {
    await close()
    throw new Refused({ reason: 'unsupported_file', accept })
  }
  const raw = uploadKey(sniffed.extension)
  try {
    const stored = await storeRaw(context, raw, whole)
    return await keep(
      context,
      { accountId, accepts: [accept, also], copyOf },
      { key: raw, ...stored },
      sniffed,
    )
  } catch (error) {
    // Storage may have failed before it read anything.
    await close()
    await discardFiles(context, [raw])
    context.background.run(() => deleteOrphanedFiles(context))
    throw error
  }
}

export type TakeUploadParts = Parts<
  'background' | 'changes' | 'contributions' | 'database' | 'log' | 'parsers' | 'storage'
>

async function keep(
  context: TakeUploadParts,
  {
    accountId,
    accepts,
    copyOf,
  }: { accountId: string; accepts: readonly Accept[]; copyOf: MediaRow | undefined },
  raw: StoredFile & { key: string },
  sniffed: SniffedType,
) {
  const validated = await callStorage(context, () =>
    validateFile(context, { accountId, accepts }, raw, sniffed),
  )
  try {
    await refuseRemovedFile(context, [raw.sha256, validated.sha256])
    const upload = { id: uuid(), account_id: accountId, ...validated }
    const media = await (copyOf
      ? insertCopy(context.database, upload, copyOf)
      : insertUpload(context.database, upload))
    if (!media) throw new Refused({ reason: 'not_found' })
    if (validated.storage_key !== raw.key) await discardFiles(context, [raw.key])
    context.background.run(() => makeThumbnail(context, media))
    return media
  } catch (error) {
    await discardFiles(context, [validated.storage_key])
    throw error
  }
}

/** Distinguishes errors of the sender from those of storage. */
export async function storeRaw(
  context: Parts<'database' | 'log' | 'storage'>,
  key: string,
  body: AsyncIterable<Uint8Array>,
  { maxBytes = maxUploadBytes, contentType = 'application/octet-stream' } = {},
): Promise<StoredFile> {
  const sender: { error?: unknown } = {}
  try {
    const options = { maxBytes, contentType }
    return await storeFile(context, key, remembering(body, sender), options)
  } catch (error) {
    if (sender.error) throw sender.error
    if (error instanceof TooLarge) throw new Refused({ reason: 'file_too_large', max: maxBytes })
    return callStorage(context, () => Promise.reject(error))
  }
}

async function* remembering(body: AsyncIterable<Uint8Array>, sender: { error?: unknown }) {
  try {
    yield* body
  } catch (error) {
    sender.error = error
    throw error
  }
}
