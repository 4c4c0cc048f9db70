import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findDownload, findDownloadFiles } from '#database/queries/downloads.ts'
import type { ByteRange } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { readPlanned } from '../media/embed-packet.ts'
import { readStored } from '../media/inspect-file.ts'
import { planFile } from '../media/plan-file.ts'
import { Refused } from '../refused.ts'
import { type Content, type Contents, describeContents } from './contents.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

export type OpenedDownload = Contents & {
  /**
   * Yields the zip. Throws in the middle when a file differs from its record.
   */
  read(): AsyncGenerator<Uint8Array>
}

/**
 * Opens a prepared download with its current records: what was deleted since is left out. Throws
 * `Refused` `not_found` for another account's, an expired one, and when nothing of it is left.
 */
export async function openDownload(
  context: ServiceContext,
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
  context: ServiceContext,
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

/**
 * Opens one file after another, and closes each, also when the reader stops before its first byte.
 */
async function* openEach(
  context: ServiceContext,
  accountId: string,
  files: Content[],
): AsyncGenerator<ZipFile> {
  for (const file of files) {
    if (file.isConverted) {
      yield { ...file, body: asPng(context, accountId, file) }
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
  context: ServiceContext,
  accountId: string,
  { storageKey: key, storedBytes: bytes, contentType, xmp }: Content,
): Promise<Readable> {
  const { storage } = context
  const open = (range: ByteRange) => storage.read(key, range)
  const read = readStored(storage, key)
  const file = { bytes, contentType, xmp: xmp ?? '' }
  const plan = xmp === null ? null : await planFile(context, accountId, file, read)
  return plan ? Readable.from(readPlanned(open, plan), { objectMode: false }) : storage.read(key)
}

/**
 * Converts a stored image to PNG, upright and with its colours. The result is a temporary file, as
 * the reader may be slow and memory is scarce. A damaged image is drawn as far as possible. Throws
 * what storage throws, and when it is no image at all.
 */
async function* asPng(
  { storage, parsers }: ServiceContext,
  accountId: string,
  { storageKey: key, xmp }: Content,
): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-png-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'png')]
  try {
    await pipeline(await storage.read(key), createWriteStream(from))
    await parsers.run('convertToPng', { from, to, xmp }, { accountId })
    yield* createReadStream(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
