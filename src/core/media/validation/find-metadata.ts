import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import { findIsoMetadata } from './iso-boxes.ts'
import { findWebmMetadata } from './webm-elements.ts'

/** Reads from `start` to before `end`, or to the end of the file where that comes first. */
export type ReadAt = (start: number, end: number) => Promise<Buffer>

/**
 * Finds the metadata of a video or audio file: everything but images and audio. It runs in a parser
 * (core/parsers).
 */
export function findMetadata(
  readFile: ReadFile,
  { bytes, contentType }: { bytes: number; contentType: string },
): Promise<Patch[]> {
  const read: ReadAt = async (start, end) =>
    start >= bytes ? Buffer.alloc(0) : readFile(start, Math.min(end, bytes))
  return contentType.endsWith('/webm')
    ? findWebmMetadata(read, bytes)
    : findIsoMetadata(read, bytes)
}

/**
 * A range of a file, from `start` to before `end`, that is overwritten: with `bytes`, or with
 * zeros.
 */
export type Patch = { start: number; end: number; bytes: Uint8Array | null }
