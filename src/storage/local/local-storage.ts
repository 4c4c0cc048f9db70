import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { checkKey } from '../check-key.ts'
import { measure } from '../measure.ts'
import { type ByteRange, NotStored, type Storage } from '../storage.ts'
import { readSignedUrl, type Signer, signUrl } from './signed-url.ts'
import { writeDurably } from './write-durably.ts'

export type LocalStorageOptions = {
  directory: string
  /** Where the API is that serves signed addresses, without a slash at the end. */
  baseUrl: string
  /** Signs addresses. */
  secret: string
  now?: () => Date
}

/** Files below one directory. */
export function createLocalStorage({
  directory,
  baseUrl,
  secret,
  now = () => new Date(),
}: LocalStorageOptions): Storage {
  const place = (key: string) => path.join(directory, checkKey(key))
  const signer: Signer = { baseUrl, secret, now }

  return {
    async write(key, body, { maxBytes }) {
      const measured = measure(body, maxBytes)
      try {
        await writeDurably(directory, place(key), measured.body)
      } catch (error) {
        await end(body)
        throw error
      }
      return measured.stored()
    },

    read: (key, range) => read(key, place(key), range),
    size: (key) => size(place(key)),

    async delete(key) {
      await rm(place(key), { force: true })
    },

    async signedReadUrl(key, { seconds, contentType = null, fileName = null }) {
      return signUrl(signer, { method: 'GET', key: checkKey(key), contentType, fileName }, seconds)
    },

    async signedUploadUrl(key, { seconds, contentType, bytes }) {
      return signUrl(signer, { method: 'PUT', key: checkKey(key), contentType, bytes }, seconds)
    },

    grantOf: (method, url) => readSignedUrl(signer, method, url),
  }
}

async function read(key: string, file: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new NotStored(key) : error
  })
  if ((await handle.stat()).isFile()) return createReadStream('', { fd: handle, ...range })
  await handle.close()
  throw new NotStored(key)
}

async function size(file: string): Promise<number | null> {
  const found = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  return found?.isFile() ? found.size : null
}

/** There is no such name, or what should be a directory on the way to it is a file. */
function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/**
 * A disk in trouble fails before anybody asks for the first byte, and only who has begun to read
 * can stop.
 */
async function end(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) break
  } catch {
    // It had ended already.
  }
}
