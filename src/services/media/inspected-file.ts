import { buffer } from 'node:stream/consumers'
import type { Medium } from '#catalogue/kinds.ts'
import type { Storage } from '#storage/storage.ts'
import type { ContentType, FileType } from './file-type.ts'

/** A stored file and what it must be. `requiresAudio`: a video without sound will not do. */
export type FileToInspect = {
  key: string
  bytes: number
  type: FileType
  medium: Medium
  requiresAudio: boolean
}

/**
 * What a file turned out to be. `width` and `height` in pixels as shown, `durationMs` in ms;
 * `null`: unknown.
 */
export type Inspected = {
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
}

/**
 * The file is not what it must be: another medium, cut off, or something that only begins like one.
 */
export class InvalidMedia extends Error {
  override name = 'InvalidMedia'
}

/** A file that must be a video holds none, although its container could. */
export class NoVideoTrack extends InvalidMedia {
  override name = 'NoVideoTrack'
}

/** How a whole image of this type ends. */
const endings: Partial<Record<ContentType, Buffer>> = {
  'image/jpeg': Buffer.from('ffd9', 'hex'),
  'image/png': Buffer.from('0000000049454e44ae426082', 'hex'),
}

/**
 * Some writers fill up with empty bytes; an image that somebody paid for is not refused for that.
 * In bytes.
 */
const mostPadding = 64 * 1024

/** Types that tell their own length in their head. */
const riff = new Set<ContentType>(['image/webp', 'audio/wav'])

/** A length that a writer left open because it could not go back to fill it in. */
const openLengths = new Set([0, 0xffffffff])

/**
 * An image that ends before its end mark was cut off, one that goes on after it carries something
 * else along: neither is kept. This costs a tail where decoding would cost the whole image.
 * Throws `InvalidMedia`.
 */
export async function checkEnd(read: ReadPart, { bytes, type }: FileToInspect): Promise<void> {
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

/** Of a file that stays where it is. */
export function partsOfStored(storage: Storage, key: string): ReadPart {
  return async (start, end) => buffer(await storage.read(key, { start, end }))
}

/** Of a file that was read whole. */
export function partsOfRead(whole: Buffer): ReadPart {
  return async (start, end) => whole.subarray(start, end + 1)
}
