import { buffer } from 'node:stream/consumers'
import type { Storage } from '#storage/storage.ts'
import type { RawFile } from '../judged.ts'
import type { Patch } from './apply-patches.ts'
import { findIsoMetadata } from './iso-boxes.ts'
import { findWebmMetadata } from './webm-elements.ts'

/** Reads from `start` to before `end`, or to the end of the file where that comes first. */
export type ReadAt = (start: number, end: number) => Promise<Buffer>

/** What to write over so that a film tells nothing but its pictures and sound. */
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
