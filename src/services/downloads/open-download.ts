import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { findDownload, findDownloadFiles } from '#database/queries/downloads.ts'
import { maxImagePixels } from '#domain/generations/result-files.ts'
import type { ByteRange, Storage } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { planPacket, readPlanned } from '../media/embed-packet.ts'
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
  return { ...contents, read: () => read(context, id, contents.files) }
}

async function* read(
  context: ServiceContext,
  id: string,
  files: Content[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* writeZip(openEach(context, files))
  } catch (error) {
    context.log.error({ download: id, err: error }, 'download failed')
    throw error
  }
}

/**
 * Opens one file after another, and closes each, also when the reader stops before its first byte.
 */
async function* openEach(context: ServiceContext, files: Content[]): AsyncGenerator<ZipFile> {
  for (const file of files) {
    if (file.isConverted) {
      yield { ...file, body: asPng(context.storage, file) }
      continue
    }
    const body = await openContent(context.storage, file)
    try {
      yield { ...file, body }
    } finally {
      body.destroy()
    }
  }
}

/** Opens a file with its settings in it, if it gets any. */
async function openContent(
  storage: Storage,
  { storageKey: key, storedBytes: bytes, contentType, xmp }: Content,
): Promise<Readable> {
  const open = (range: ByteRange) => storage.read(key, range)
  const plan = xmp === null ? null : await planPacket(open, { bytes, contentType }, xmp)
  return plan ? Readable.from(readPlanned(open, plan), { objectMode: false }) : storage.read(key)
}

/** Limits memory: an image of the largest size fills some hundred megabytes while it is open. */
const gate = pLimit(2)

/** Timeout of one image, in seconds. */
const timeoutSeconds = 60

/**
 * Converts a stored image to PNG, upright and with its colours. The result is a temporary file, as
 * the reader may be slow and memory is scarce. A damaged image is drawn as far as possible. Throws
 * what storage throws, and when it is no image at all.
 */
async function* asPng(
  storage: Storage,
  { storageKey: key, xmp }: Content,
): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-png-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'png')]
  try {
    await gate(async () => {
      await pipeline(await storage.read(key), createWriteStream(from))
      const image = sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
        .autoOrient()
        .timeout({ seconds: timeoutSeconds })
        .keepIccProfile()
        .png()
      await (xmp === null ? image : image.withXmp(xmp)).toFile(to)
    })
    yield* createReadStream(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
