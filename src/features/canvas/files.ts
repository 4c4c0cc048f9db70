import { randomUUID } from 'node:crypto'
import { findAccount } from '#core/accounts/queries/accounts.ts'
import { requireStorage } from '#core/accounts/start-checks.ts'
import type { OpenedMedia } from '#core/downloads/open-media.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { type FileType, fileTypeOf, headLength } from '#core/media/file-type.ts'
import { inspectFile } from '#core/media/inspect-file.ts'
import { refuseRemovedFile } from '#core/media/refused-files.ts'
import { callStorage, discardFiles, readHead } from '#core/media/stored-files.ts'
import { storeRaw } from '#core/media/uploads/take-upload.ts'
import { limitUploadsAtOnce } from '#core/media/uploads/uploads-at-once.ts'
import { refuseInvalid } from '#core/media/validation/refuse-invalid.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { FileHash } from './contract.ts'
import { requireCanvas } from './documents.ts'
import {
  type CanvasFileRow,
  findFile,
  insertFile,
  renewFile,
  usedBytes,
  type WhichFile,
} from './file-queries.ts'
import { maxAccountBytes, maxFileBytes, maxFilesAtOnce, maxSide, unnamedFileTime } from './rules.ts'

/** Runs a function while an account sends at most ten files, exports among them, at once. */
export const runOneMore = limitUploadsAtOnce(maxFilesAtOnce)

/** A file of an account, at an address of one of its documents. */
type FileOfCanvas = WhichFile & { id: string }

/**
 * Stores a file of pixels that a document is to name, under its SHA-256; nothing is read of one that
 * the account has. Throws `Refused`, and then nothing is recorded: `not_found`, `account_suspended`,
 * `too_many_uploads`, `canvas_storage_full`, `file_too_large`, `empty_file`, `canvas_file_type`,
 * `canvas_file_differs`, `removed_file`, `broken_file`, `canvas_side_too_long`, `unavailable`, or as a
 * feature refuses to store more. Errors of `body` are rethrown.
 */
export async function takeFile(
  context: TakeFileParts,
  { id, ...which }: FileOfCanvas,
  body: AsyncIterable<Uint8Array>,
): Promise<CanvasFileRow> {
  const { database } = context
  await requireCanvas(context, { id, accountId: which.accountId })
  if (!FileHash.safeParse(which.sha256).success) throw new Refused({ reason: 'not_found' })
  if ((await findAccount(database, which.accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  return runOneMore(which.accountId, async () => {
    const known = await renewFile(database, which, unnamedFileTime)
    if (known) return known
    await requireStorage(context, which.accountId)
    const used = await usedBytes(database, which.accountId)
    if (used >= maxAccountBytes) throw storageFull(used)
    return store(context, which, body)
  })
}

type TakeFileParts = Parts<
  'background' | 'contributions' | 'database' | 'log' | 'parsers' | 'storage'
>

async function store(
  context: TakeFileParts,
  which: WhichFile,
  body: AsyncIterable<Uint8Array>,
): Promise<CanvasFileRow> {
  const { head, whole, close } = await readHead(body, headLength)
  const type = fileTypeOf(head)
  if (!isTaken(type)) {
    await close()
    throw new Refused({ reason: head.length === 0 ? 'empty_file' : 'canvas_file_type' })
  }
  const key = `canvas/${randomUUID()}.${type.extension}`
  try {
    const options = { maxBytes: maxFileBytes, contentType: type.contentType }
    const { bytes, sha256 } = await storeRaw(context, key, whole, options)
    if (sha256 !== which.sha256) throw new Refused({ reason: 'canvas_file_differs', file: sha256 })
    await refuseRemovedFile(context, [sha256])
    return await record(context, which, { key, bytes, type })
  } catch (error) {
    // Storage may have failed before it read anything.
    await close()
    await discardFiles(context, [key])
    context.background.run(() => deleteOrphanedFiles(context))
    throw error
  }
}

type TakenType = FileType & { contentType: CanvasFileRow['content_type'] }

function isTaken(type: FileType | null): type is TakenType {
  return type?.contentType === 'image/png' || type?.contentType === 'image/webp'
}

async function record(
  context: TakeFileParts,
  which: WhichFile,
  { key, bytes, type }: { key: string; bytes: number; type: TakenType },
): Promise<CanvasFileRow> {
  const { accountId, sha256 } = which
  const inspected = { key, bytes, type, medium: 'image' as const, requiresAudio: false }
  const { width, height } = await callStorage(context, () =>
    inspectFile(context, accountId, inspected).catch(refuseInvalid),
  )
  if (!width || !height) throw new Refused({ reason: 'broken_file' })
  if (Math.max(width, height) > maxSide)
    throw new Refused({ reason: 'canvas_side_too_long', max: maxSide })
  const file = { account_id: accountId, sha256, storage_key: key, content_type: type.contentType }
  const limits = { maxBytes: maxAccountBytes, unnamedTime: unnamedFileTime }
  const row = await insertFile(context.database, { ...file, bytes, width, height }, limits)
  if (row === 'gone') throw new Refused({ reason: 'unavailable' })
  if (row === 'known') {
    await discardFiles(context, [key])
    return requireFile(context, which)
  }
  if ('used' in row) throw storageFull(row.used)
  return row
}

const storageFull = (used: number) =>
  new Refused({ reason: 'canvas_storage_full', current: used, max: maxAccountBytes })

/** Opens a file of an account for its owner. Throws `Refused` `not_found`. */
export async function openFile(
  context: Parts<'database' | 'log' | 'storage'>,
  { id, ...which }: FileOfCanvas,
): Promise<OpenedMedia> {
  await requireCanvas(context, { id, accountId: which.accountId })
  const file = await requireFile(context, which)
  return {
    contentType: file.content_type,
    fileName: `${file.sha256}.${file.storage_key.split('.').at(-1)}`,
    tag: file.sha256,
    isOwn: true,
    isDownload: false,
    isFixed: true,
    bytes: async () => file.bytes,
    open: (range) => callStorage(context, (storage) => storage.read(file.storage_key, range)),
  }
}

async function requireFile(
  { database }: Parts<'database'>,
  which: WhichFile,
): Promise<CanvasFileRow> {
  const isHash = FileHash.safeParse(which.sha256).success
  const file = isHash ? await findFile(database, which) : undefined
  if (!file) throw new Refused({ reason: 'not_found' })
  return file
}
