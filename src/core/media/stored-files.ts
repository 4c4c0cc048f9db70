import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unrecordedFileTime } from '#core/jobs/retention-rules.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { NotStored, type Storage, type StoredFile } from '#platform/storage/storage.ts'
import { listFileForDeletion, discardFiles as markDiscarded } from './queries/garbage.ts'

/**
 * Streams a file into storage under a new name. Before it gets that name it is on the list of files
 * to delete, until a media row names it, so that a crash leaves no file behind.
 */
export async function storeFile(
  { database, storage }: Parts<'database' | 'storage'>,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: { maxBytes: number; contentType: string },
): Promise<StoredFile> {
  const announced = listFileForDeletion(database, key, unrecordedFileTime)
  // The writer sees the error at the end of the body; the write may have failed before.
  announced.catch(() => undefined)
  return storage.write(key, endingAfter(announced, body), options)
}

/**
 * Yields all of a body, but ends only when `announced` has: storage names a file when its body
 * ends.
 */
async function* endingAfter(
  announced: Promise<void>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* body
  await announced
}

/** Throws `not_found` for a missing file and `unavailable` for a storage error; logs both. */
export async function callStorage<Answer>(
  { storage, log }: Parts<'storage' | 'log'>,
  ask: (storage: Storage) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(storage)
  } catch (error) {
    if (error instanceof Refused) throw error
    log.error({ err: error }, 'storage failed')
    throw new Refused({ reason: error instanceof NotStored ? 'not_found' : 'unavailable' })
  }
}

/**
 * Leaves stored files without a record to the next cleanup. If this fails they wait a day longer.
 */
export async function discardFiles(
  { database, log }: Parts<'database' | 'log'>,
  keys: string[],
): Promise<void> {
  await markDiscarded(database, keys).catch((error: unknown) => {
    log.warn({ files: keys.length, err: error }, 'unused files could not be deleted yet')
  })
}

/**
 * Runs a function on a temporary local copy of a stored file: libraries that take a stream would
 * keep all of it in memory.
 */
export async function withLocalCopy<Result>(
  storage: Storage,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-copy-'))
  try {
    const copy = path.join(directory, 'file')
    await pipeline(await storage.read(key), createWriteStream(copy))
    return await work(copy)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Reads at least the first `length` bytes of a stream, if it has so many, and returns them with the
 * whole stream.
 */
export async function readHead(
  body: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array>; close(): Promise<void> }> {
  const chunks = body[Symbol.asyncIterator]()
  let head = new Uint8Array()
  while (head.length < length) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const close = async () => {
    await chunks.return?.()
  }
  return { head, whole: joined(head, chunks), close }
}

async function* joined(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield head
  yield* { [Symbol.asyncIterator]: () => rest }
}

/**
 * Reads a body of at most `maxBytes` whole. `content`: `null`, it is larger; `whole` continues it from
 * its beginning.
 */
export async function readSmall(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ content: Buffer | null; whole: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  for (let bytes = 0; bytes <= maxBytes; ) {
    const { done, value } = await chunks.next()
    if (done) {
      const content = Buffer.concat(first)
      return { content, whole: oneChunk(content) }
    }
    first.push(value)
    bytes += value.length
  }
  return { content: null, whole: joined(Buffer.concat(first), chunks) }
}

/** A buffer as a stream. */
export async function* oneChunk(chunk: Uint8Array): AsyncIterable<Uint8Array> {
  yield chunk
}
