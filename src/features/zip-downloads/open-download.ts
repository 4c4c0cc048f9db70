import { Readable } from 'node:stream'
import { convertStored } from '#core/downloads/convert-stored.ts'
import { isId } from '#core/ids.ts'
import { readPlanned } from '#core/media/embedding/embed-packet.ts'
import { readStored } from '#core/media/inspect-file.ts'
import { planFile } from '#core/media/plan-file.ts'
import { writeZip, type ZipFile } from '#core/media/write-zip.ts'
import type { Parts } from '#core/parts.ts'
import { isSigned, readSignedCopy } from '#core/provenance/mark-copy.ts'
import { Refused } from '#core/refused.ts'
import { type Content, type Contents, describeContents } from './contents.ts'
import { findDownload, findDownloadFiles } from './queries.ts'

export type OpenedDownload = Contents & {
  /**
   * Yields the zip. Throws in the middle when a file differs from its record.
   */
  read(): AsyncGenerator<Uint8Array>
}

type OpenDownloadParts = OpenEachParts & Parts<'database'>

/**
 * Opens a prepared download with its current records: what was deleted since is left out. Throws
 * `Refused` `not_found` for another account's, an expired one, and when nothing of it is left.
 */
export async function openDownload(
  context: OpenDownloadParts,
  { id, accountId, withSettings }: { id: string; accountId: string; withSettings: boolean },
): Promise<OpenedDownload> {
  const download = isId(id) ? await findDownload(context.database, { id, accountId }) : undefined
  if (!download) throw new Refused({ reason: 'not_found' })
  const found = await findDownloadFiles(context.database, {
    accountId,
    ids: download.generation_ids,
  })
  if (found.length === 0) throw new Refused({ reason: 'not_found' })

  const contents = describeContents(context, found, {
    format: download.format,
    withSettings,
  })
  return { ...contents, read: () => read(context, { id, accountId }, contents.files) }
}

async function* read(
  context: OpenEachParts,
  { id, accountId }: { id: string; accountId: string },
  files: Content[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* writeZip(openEach(context, accountId, files))
  } catch (error) {
    context.log.error({ download: id, err: error }, 'download failed')
    throw error
  }
}

type OpenEachParts = Parts<'log' | 'parsers' | 'settings' | 'signing' | 'storage' | 'version'>

/**
 * Opens one file after another, and closes each, also when the reader stops before its first byte.
 */
async function* openEach(
  context: OpenEachParts,
  accountId: string,
  files: Content[],
): AsyncGenerator<ZipFile> {
  for (const file of files) {
    if (file.isConverted) {
      const { media, xmp } = file
      yield { ...file, body: convertStored(context, { media, xmp }, { format: 'png' }) }
      continue
    }
    if (file.xmp !== null && isSigned(file.media)) {
      yield { ...file, body: readSignedCopy(context, file.media, file.xmp) }
      continue
    }
    const body = await openContent(context, accountId, file)
    try {
      yield { ...file, body }
    } finally {
      body.destroy()
    }
  }
}

/** Opens a file with its settings in it, if it gets any. */
async function openContent(
  context: Parts<'log' | 'parsers' | 'storage'>,
  accountId: string,
  { storageKey: key, storedBytes: bytes, contentType, xmp }: Content,
): Promise<Readable> {
  const { storage } = context
  const read = readStored(storage, key)
  const file = { bytes, contentType, xmp: xmp ?? '' }
  const plan = xmp === null ? null : await planFile(context, accountId, file, read)
  if (!plan) return storage.read(key)
  const pieces = readPlanned((range) => storage.read(key, range), plan)
  return Readable.from(pieces, { objectMode: false })
}
