import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A piece of a file, in bytes, both ends included. */
export type ByteRange = { start: number; end: number }

export type Stored = { bytes: number; sha256: string }

/** What one of our own signed addresses allows whoever has it. */
export type Grant =
  | { method: 'GET'; key: string; contentType: string | null; fileName: string | null }
  | { method: 'PUT'; key: string; contentType: string; bytes: number }

/**
 * Where bytes rest. Keys are paths such as `generations/<id>/0.jpg`; writing a key again replaces
 * it whole. When the store itself is in trouble every method but `grantOf` throws what the store
 * said.
 */
export type Storage = {
  /**
   * Streams to `key`. Throws `TooLarge` beyond `maxBytes`; a failed write leaves nothing behind and
   * ends `body`.
   */
  write(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType?: string },
  ): Promise<Stored>
  /**
   * A range must lie within the file. Throws `NotStored` when there is no such key. Destroy what is
   * not read to its end.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes, or `null` when there is no such key. */
  size(key: string): Promise<number | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /**
   * An address that anyone may GET for `seconds` (at most 7 days), with ranges. `contentType` is
   * what the answer calls the file; `fileName` makes it a download of that name.
   */
  signedReadUrl(
    key: string,
    options: { seconds: number; contentType?: string; fileName?: string },
  ): Promise<string>
  /**
   * An address that takes one PUT of exactly `bytes` bytes and `contentType`, for `seconds` (at
   * most 7 days).
   */
  signedUploadUrl(
    key: string,
    options: { seconds: number; contentType: string; bytes: number },
  ): Promise<string>
  /**
   * For a store whose signed addresses are ours to serve; `null` for an altered, expired or foreign
   * one.
   */
  grantOf(method: Grant['method'], url: URL): Grant | null
}

export type StorageOperation = 'write' | 'read' | 'size' | 'delete'

/**
 * One call that ended. `ms`: how long the store itself took, without what a write waited for its
 * bytes. `begun`: by `performance.now()`. `error`: what it failed with; `null`: it did not.
 */
export type StorageCall = {
  operation: StorageOperation
  ms: number
  begun: number
  bytes: number
  error: Error | null
}

export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The store itself failed or did not answer: neither the key nor the bytes are at fault. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

export class NotStored extends Error {
  override name = 'NotStored'
}

/**
 * Every part begins with a letter or digit: no `..`, no hidden names, nothing that an address would
 * have to escape.
 */
const safeKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i

/** The key itself. Throws when it is none; keys are ours, so this is a mistake of the program. */
export function checkKey(key: string): string {
  if (!safeKey.test(key) || key.length > 512) throw new Error(`Not a storage key: ${key}`)
  return key
}

/**
 * Passes bytes on while it counts and hashes them; `stored` tells the sum at the end. Throws
 * `TooLarge` on the way.
 */
export function measure(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* passed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes`)
      hash.update(chunk)
      yield chunk
    }
  }
  return { body: passed(), stored: (): Stored => ({ bytes, sha256: hash.digest('hex') }) }
}
