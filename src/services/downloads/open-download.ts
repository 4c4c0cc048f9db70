import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { findDownload, findDownloadFiles } from '#database/queries/downloads.ts'
import { maxImagePixels } from '#domain/result-files.ts'
import type { Storage } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'
import { type Content, type Contents, describeContents } from './contents.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

export type OpenedDownload = Contents & {
  /**
   * The zip, made as it is read. Throws in the middle when a file is not there as it is recorded.
   */
  read(): AsyncGenerator<Uint8Array>
}

/**
 * A download that was prepared, as its records are now: what was deleted since is left out. Throws
 * `Refused` `not_found` for everybody else's, an expired one, and when nothing of it is left.
 */
export async function openDownload(
  context: ServiceContext,
  { id, accountId }: { id: string; accountId: string },
): Promise<OpenedDownload> {
  const download = isId(id) ? await findDownload(context.database, { id, accountId }) : undefined
  if (!download) throw new Refused({ reason: 'not_found' })
  const found = await findDownloadFiles(context.database, {
    accountId,
    ids: download.generation_ids,
  })
  if (found.length === 0) throw new Refused({ reason: 'not_found' })

  const contents = describeContents(found, download.format)
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
 * Opens one file after another, and closes each, also when its reader leaves before its first byte.
 */
async function* openEach(context: ServiceContext, files: Content[]): AsyncGenerator<ZipFile> {
  for (const file of files) {
    if (file.bytes === null) {
      yield { ...file, body: asPng(context.storage, file.storageKey) }
      continue
    }
    const body = await context.storage.read(file.storageKey)
    try {
      yield { ...file, body }
    } finally {
      body.destroy()
    }
  }
}

/** An image of the largest size fills some hundred megabytes while it is open. */
const gate = pLimit(2)

/** The longest one image may take, in seconds. */
const patience = 60

/**
 * A stored image as PNG, upright and with its colours. It lies on this machine's disk until it is
 * read: a reader may be slow, and memory dear. A damaged one is drawn as far as it goes. Throws
 * what storage throws, and when it is no image at all.
 */
async function* asPng(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-png-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'png')]
  try {
    await gate(async () => {
      await pipeline(await storage.read(key), createWriteStream(from))
      await sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
        .autoOrient()
        .timeout({ seconds: patience })
        .keepIccProfile()
        .png()
        .toFile(to)
    })
    yield* createReadStream(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
