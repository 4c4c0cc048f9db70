import { buffer } from 'node:stream/consumers'
import type { Storage } from '#storage/storage.ts'
import { findIsoMetadata } from './iso-boxes.ts'
import type { RawFile } from './store-clean.ts'
import { findWebmMetadata } from './webm-elements.ts'

/** Reads from `start` to before `end`, or to the end of the file where that comes first. */
export type ReadAt = (start: number, end: number) => Promise<Buffer>

/** Finds the metadata of a video: everything but images and audio. */
export function findMetadata(
  storage: Storage,
  { key, bytes }: RawFile,
  contentType: string,
): Promise<Patch[]> {
  const read: ReadAt = async (start, end) =>
    start >= bytes
      ? Buffer.alloc(0)
      : buffer(await storage.read(key, { start, end: Math.min(end, bytes) - 1 }))
  return contentType === 'video/webm' ? findWebmMetadata(read, bytes) : findIsoMetadata(read, bytes)
}

/**
 * A range of a file, from `start` to before `end`, that is overwritten: with `bytes`, or with
 * zeros.
 */
export type Patch = { start: number; end: number; bytes: Uint8Array | null }

/** Applies the patches to a stream; its length does not change. */
export async function* applyPatches(
  body: AsyncIterable<Uint8Array>,
  patches: readonly Patch[],
): AsyncIterable<Uint8Array> {
  let at = 0
  for await (const chunk of body) {
    const copy = Buffer.from(chunk)
    for (const { start, end, bytes } of patches) {
      const from = Math.max(start, at)
      const to = Math.min(end, at + copy.length)
      if (from >= to) continue
      if (bytes) copy.set(bytes.subarray(from - start, to - start), from - at)
      else copy.fill(0, from - at, to - at)
    }
    at += copy.length
    yield copy
  }
}
