import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A range of a file, in bytes, both ends included. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { bytes: number; sha256: string }

/** The permission of one of our own signed addresses. */
export type Grant =
  | { method: 'GET'; key: string; contentType: string | null; fileName: string | null }
  | { method: 'PUT'; key: string; contentType: string; bytes: number }

/**
 * Stores files. Keys are paths such as `generations/5e/<id>-0.jpg`; writing a key again replaces the
 * whole file. When the store fails every method except `grantOf` throws its error.
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
  ): Promise<StoredFile>
  /**
   * A range must lie within the file. Throws `NotStored` when there is no such key. Destroy the
   * stream unless it is read to its end.
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Returns the size in bytes, or `null` when there is no such key. */
  size(key: string): Promise<number | null>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /**
   * Returns an address that anyone may GET for `seconds` (at most 7 days), with ranges.
   * `contentType` is the answer's content type; `fileName` makes it an attachment of that name.
   */
  signedReadUrl(
    key: string,
    options: { seconds: number; contentType?: string; fileName?: string },
  ): Promise<string>
  /**
   * Returns an address that accepts one PUT of exactly `bytes` bytes and `contentType`, for
   * `seconds` (at most 7 days).
   */
  signedUploadUrl(
    key: string,
    options: { seconds: number; contentType: string; bytes: number },
  ): Promise<string>
  /**
   * For a store whose signed addresses we serve; `null` for an altered, expired or foreign one.
   */
  grantOf(method: Grant['method'], url: URL): Grant | null
}

export type StorageOperation = 'write' | 'read' | 'size' | 'delete'

/**
 * A finished call. `ms`: how long the store itself took, without waiting for the bytes of a write.
 * `begun`: by `performance.now()`. `error`: `null` when it succeeded.
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

/** The store itself failed or did not answer; the key and the bytes are fine. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

export class NotStored extends Error {
  override name = 'NotStored'
}

/**
 * Every part begins with a letter or digit: no `..`, no hidden names, nothing that must be escaped
 * in an address.
 */
const safeKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i

/** Returns the key. Throws when it is invalid; keys are ours, so that would be a bug. */
export function checkKey(key: string): string {
  if (!safeKey.test(key) || key.length > 512) throw new Error(`Not a storage key: ${key}`)
  return key
}

/**
 * Counts and hashes bytes as they pass; `stored` returns the totals at the end. Throws `TooLarge`
 * beyond the maximum.
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
  return { body: passed(), stored: (): StoredFile => ({ bytes, sha256: hash.digest('hex') }) }
}
