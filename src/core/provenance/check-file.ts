import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { maxImagePixels } from '#core/generations/rules/result-files.ts'
import { isId } from '#core/ids.ts'
import { fileTypeOf, headLength } from '#core/media/file-type.ts'
import { readHead } from '#core/media/stored-files.ts'
import { maxUploadBytes } from '#core/media/upload-rules.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  findResultsByAppearance,
  findResultsByHash,
  findVisibleResult,
  type VisibleResult,
} from './queries.ts'
import type { ManifestReport } from './read-marks.ts'
import type { DigitalSource } from './rules/mark.ts'

/** A file to check. `readerId`: the account that asks; `sender`: whose turn it is in the queue. */
export type FileToCheck = {
  readerId: string | null
  sender: string
  body: AsyncIterable<Uint8Array>
}

/**
 * What is known of a file. `result`: the result of this studio that it is, or was made from, if the
 * reader may see it; `isNearCopy`: found by how the file looks alone. `isUnchanged`: whether it is byte by byte what was stored or signed; `null`:
 * unknown. `source`: what its metadata says.
 */
export type CheckedFile = {
  sha256: string
  result: VisibleResult | null
  isNearCopy: boolean
  isUnchanged: boolean | null
  source: DigitalSource | null
  manifest: ManifestReport | null
}

/**
 * Finds out where a file was made: by its hash, its manifest and its metadata. Nothing is kept, and
 * nothing is revealed of results that the reader may not see. Throws `Refused`: `empty_file`,
 * `file_too_large`, `unavailable`, and what `body` throws.
 */
export async function checkFile(
  context: Parts<'database' | 'parsers' | 'signing'>,
  { readerId, sender, body }: FileToCheck,
): Promise<CheckedFile> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-check-'))
  try {
    const from = path.join(directory, 'file')
    const { head, whole } = await readHead(body, headLength)
    if (head.length === 0) throw new Refused({ reason: 'empty_file' })
    const hash = createHash('sha256')
    await pipeline(hashing(whole, hash), createWriteStream(from))
    const sha256 = hash.digest('hex')
    const contentType = fileTypeOf(head)?.contentType ?? null
    const found = contentType ? await read(context, { from, contentType, sender }) : null
    const [stored] = await findResultsByHash(context.database, { sha256, readerId })
    const signed = await findSigned(context, found?.manifest ?? null, readerId)
    const { manifest = null, source = null } = found ?? {}
    const result = stored ?? signed
    const near = result ? null : await findNear(context, { from, contentType, sender }, readerId)
    return {
      ...{ sha256, result: result ?? near, isNearCopy: near !== null, manifest, source },
      isUnchanged: stored ? true : manifest ? manifest.state !== 'invalid' : null,
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function* hashing(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxUploadBytes) throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
    hash.update(chunk)
    yield chunk
  }
}

type Reading = { from: string; contentType: string; sender: string }

async function read(
  { parsers, signing }: Parts<'parsers' | 'signing'>,
  { from, contentType, sender }: Reading,
) {
  const file = { file: { from }, contentType, trusted: await signing.trusted() }
  return parsers.run('readMarks', file, { accountId: sender }).catch((error: unknown) => {
    if (error instanceof InvalidMedia) return null
    throw error
  })
}

/** A result that looks like an image; videos are not compared. */
async function findNear(
  { database, parsers }: Parts<'database' | 'parsers'>,
  { from, contentType, sender }: Omit<Reading, 'contentType'> & { contentType: string | null },
  readerId: string | null,
): Promise<VisibleResult | null> {
  if (!contentType?.startsWith('image/')) return null
  const image = { content: from, maxPixels: maxImagePixels }
  const looks = await parsers
    .run('shrinkImage', image, { accountId: sender })
    .catch((error: unknown) => {
      if (error instanceof InvalidMedia) return null
      throw error
    })
  if (!looks?.hash || !looks.mirrored) return null
  const hashes = [looks.hash, looks.mirrored]
  const [found] = await findResultsByAppearance(database, { hashes, readerId })
  return found ?? null
}

/** The result that a manifest of this studio names, in a file that was not changed since. */
async function findSigned(
  { database }: Parts<'database'>,
  manifest: ManifestReport | null,
  readerId: string | null,
): Promise<VisibleResult | null> {
  const id = manifest?.state === 'trusted' ? manifest.generation?.generation : undefined
  return id && isId(id) ? ((await findVisibleResult(database, { id, readerId })) ?? null) : null
}
