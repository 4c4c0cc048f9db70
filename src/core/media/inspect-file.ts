import { buffer } from 'node:stream/consumers'
import type { Medium } from '#core/models/rules/kinds.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import type { Parts } from '#core/parts.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { ContentType } from './file-type.ts'
import {
  checkEnd,
  type FileToInspect,
  type InspectedFile,
  partsOfRead,
  partsOfStored,
} from './inspected-file.ts'
import { withLocalCopy } from './stored-files.ts'

/** Reads parts of a stored file for a parser. Throws what storage throws, and for a short part. */
export function readStored(storage: Storage, key: string): ReadFile {
  return async (start, end) => {
    const piece = await buffer(await storage.read(key, { start, end: end - 1 }))
    if (piece.length !== end - start)
      throw new Error(`Storage gave ${piece.length} of ${end - start} bytes`)
    return piece
  }
}

/**
 * Opens a stored file of an account as the expected medium, by its bytes and not by its name, and
 * measures it. Throws `InvalidMedia`, or what storage throws. Measures that cannot be read are
 * `null`: a video of unknown length is still a video.
 */
export async function inspectFile(
  context: Parts<'storage' | 'parsers'>,
  accountId: string,
  file: FileToInspect,
): Promise<InspectedFile> {
  const { storage, parsers } = context
  if (!mayBe(file.type.contentType, file.medium)) {
    throw new InvalidMedia(`The file is ${file.type.contentType}, not ${file.medium}`)
  }
  if (file.medium === 'image') return inspectImage(context, accountId, file)
  await checkEnd(partsOfStored(storage, file.key), file)
  const { key, ...container } = file
  const requests = { accountId, read: readStored(storage, key) }
  return file.medium === 'mesh'
    ? parsers.run('inspectMesh', { bytes: file.bytes }, requests)
    : parsers.run('inspectContainer', container, requests)
}

/** Whether a file of this type can be of this medium. A video container may hold audio alone. */
function mayBe(contentType: ContentType, medium: Medium): boolean {
  if (medium === 'mesh') return contentType === 'model/gltf-binary'
  return contentType.startsWith(`${medium}/`) || (medium === 'audio' && isContainer(contentType))
}

function isContainer(contentType: ContentType): boolean {
  return contentType === 'video/mp4' || contentType === 'video/webm'
}

/** An image up to this size is inspected and drawn in memory, without a copy on disk. In bytes. */
export const smallImage = 4 * 1024 * 1024

/**
 * Reads an image's end and header: is it complete, of its type and of an allowed size? Its pixels
 * are decoded later, for the thumbnail.
 */
async function inspectImage(
  { storage, parsers }: Parts<'storage' | 'parsers'>,
  accountId: string,
  file: FileToInspect,
): Promise<InspectedFile> {
  const { contentType } = file.type
  const inspect = (content: Buffer | string) =>
    parsers.run('inspectImage', { content, contentType }, { accountId })
  if (file.bytes <= smallImage) {
    const whole = await buffer(await storage.read(file.key))
    await checkEnd(partsOfRead(whole), file)
    return inspect(whole)
  }
  await checkEnd(partsOfStored(storage, file.key), file)
  return withLocalCopy(storage, file.key, inspect)
}
