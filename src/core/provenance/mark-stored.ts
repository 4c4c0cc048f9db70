import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { maxResultBytes } from '#core/generations/rules/result-files.ts'
import { discardFiles, storeFile } from '#core/media/stored-files.ts'
import type { Parts } from '#core/parts.ts'
import { NotStored } from '#platform/storage/storage.ts'
import { markBody, marksResults, mediumOf } from './mark-result.ts'
import {
  findFailedMarks,
  findUnmarked,
  type MediaToMark,
  releaseFailedMarks,
  replaceStoredFile,
  setMark,
} from './queries.ts'
import { maxMark } from './rules/mark.ts'

/** How many stored results a run marks: reading and writing them must not slow down new ones. */
const limits = { unmarked: 100, failed: 20 }

/** So many failures in a row have a cause that is not the file: the rest waits for the next run. */
const failuresInRow = 3

type MarkStoredParts = MarkFileParts & Parts<'background'>

/**
 * Marks stored results that are not marked: those from before the studio marked its results, the
 * oldest first, and those whose mark failed. Their addresses stay; their files get a new name.
 */
export async function markStored(context: MarkStoredParts): Promise<void> {
  const { database, background, log } = context
  if (!marksResults(context)) return releaseFailedMarks(database)
  const failed = await findFailedMarks(database, limits.failed)
  const unmarked = await findUnmarked(database, limits.unmarked)
  let failures = 0
  for (const media of [...failed, ...unmarked]) {
    if (background.signal.aborted || failures === failuresInRow) return
    try {
      failures = (await markOne(context, media)) ? 0 : failures + 1
    } catch (error) {
      log.warn({ media: media.id, err: error }, 'mark postponed')
      failures += 1
    }
  }
}

type MarkFileParts = Parts<
  'database' | 'log' | 'meter' | 'parsers' | 'settings' | 'signing' | 'storage' | 'version'
>

/** Marks one stored file. `false`: not now. Throws what storage and the database throw. */
async function markOne(context: MarkFileParts, media: MediaToMark): Promise<boolean> {
  const { database, storage } = context
  const { storage_key: key, content_type: contentType, generation_id: id } = media
  const medium = mediumOf(contentType)
  const { digital_source: source, ...rest } = media
  const generation = { ...rest, id, created_at: media.made_at, ...(source && { source }) }
  const body = await storage.read(key).catch((error: unknown) => {
    if (error instanceof NotStored) return null
    throw error
  })
  // The record of a lost file is no reason to try for ever.
  if (!body) return setMark(database, media, { mark: 'none', digital_source: null })
  const marked = await markBody(context, generation, { body, contentType, medium })
  try {
    const { state, source, receivedSha256 } = marked
    if (!state || !source) return false
    const facts = { mark: state, digital_source: source }
    if (!receivedSha256) return (await setMark(database, media, facts)) && state !== 'failed'
    const extension = path.posix.extname(key)
    const name = `${id}-${media.position}-${randomUUID().slice(0, 8)}${extension}`
    const newKey = `generations/${id.slice(-2)}/${name}`
    const limit = { maxBytes: maxResultBytes[medium] + maxMark, contentType }
    const stored = await storeFile(context, newKey, marked.body, limit)
    const file = { ...facts, ...stored, storage_key: newKey, received_sha256: receivedSha256 }
    const isReplaced = await replaceStoredFile(database, media, file)
    if (!isReplaced) await discardFiles(context, [newKey])
    return true
  } finally {
    await marked.close()
    // Where the studio has just stopped marking, it was not read.
    body.destroy()
  }
}
