import type { Readable } from 'node:stream'

/** A piece of a file, in bytes, both ends included. */
export type ByteRange = { start: number; end: number }

export type Stored = { bytes: number; sha256: string }

/** Where bytes rest. Keys are paths such as `generations/<id>/0.jpg`; writing a key again replaces it whole. */
export type Storage = {
  /** Streams to `key`. Throws `TooLarge` beyond `maxBytes`; a failed write leaves nothing behind. */
  write(key: string, body: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<Stored>
  /** Throws `NotStored` when there is no such key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes, or `null` when there is no such key. */
  size(key: string): Promise<number | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
}

export class TooLarge extends Error {
  override name = 'TooLarge'
}

export class NotStored extends Error {
  override name = 'NotStored'
}
