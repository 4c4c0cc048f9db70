import { buffer } from 'node:stream/consumers'
import type { Medium } from '#core/models/rules/kinds.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { ContentType, FileType } from './file-type.ts'

/**
 * A stored file and its expected medium. `requiresAudio`: a video without audio is invalid.
 */
export type FileToInspect = {
  key: string
  bytes: number
  type: FileType
  medium: Medium
  requiresAudio: boolean
}

/**
 * What a file was found to be. `width` and `height` in pixels as shown, `durationMs` in ms; `null`:
 * unknown.
 */
export type InspectedFile = {
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
}

/** The end marker of a complete image of this type. */
const endings: Partial<Record<ContentType, Buffer>> = {
  'image/jpeg': Buffer.from('ffd9', 'hex'),
  'image/png': Buffer.from('0000000049454e44ae426082', 'hex'),
}

/**
 * Some writers pad with zeros; an image that was paid for is not rejected because of that. In
 * bytes.
 */
const mostPadding = 64 * 1024

/** Types that state their own length in their header. */
const riff = new Set<ContentType>(['image/webp', 'audio/wav'])

/** A length that a writer left open because it could not seek back to fill it in. */
const openLengths = new Set([0, 0xffffffff])

/**
 * Throws `InvalidMedia` for an image that ends before its end marker (cut off) or continues after
 * it (hidden data). This reads only the end of the file, while decoding would read the whole image.
 */
export async function checkEnd(
  read: ReadPart,
  { bytes, type }: Pick<FileToInspect, 'bytes' | 'type'>,
): Promise<void> {
  const ending = endings[type.contentType]
  if (ending) {
    const tail = await read(Math.max(0, bytes - mostPadding), bytes - 1)
    const end = tail.lastIndexOf(ending)
    const rest = tail.subarray(end + ending.length)
    if (end < 0 || rest.some((byte) => byte !== 0))
      throw new InvalidMedia('The picture does not end where it must')
  }
  if (riff.has(type.contentType)) {
    const length = (await read(4, 7)).readUInt32LE()
    const padded = length + 8 + (length % 2)
    const isWhole = bytes === length + 8 || bytes === padded
    const isOpen = type.contentType === 'audio/wav' && openLengths.has(length)
    if (!isWhole && !isOpen)
      throw new InvalidMedia(`The file has ${bytes} bytes and should have ${length + 8}`)
  }
}

/** Part of a file, from byte `start` to byte `end`, both included. */
type ReadPart = (start: number, end: number) => Promise<Buffer>

/** Reads parts of a file in storage. */
export function partsOfStored(storage: Storage, key: string): ReadPart {
  return async (start, end) => buffer(await storage.read(key, { start, end }))
}

/** Reads parts of a file in memory. */
export function partsOfRead(whole: Buffer): ReadPart {
  return async (start, end) => whole.subarray(start, end + 1)
}
