import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ByteRange,
  checkKey,
  type Grant,
  measure,
  NotStored,
  type Storage,
} from './storage.ts'
import { writeDurably } from './write-durably.ts'

export type LocalStorageOptions = {
  directory: string
  /** The origin of the API that serves signed addresses, without a slash at the end. */
  baseUrl: string
  /** The key of signatures. */
  secret: string
  now?: () => Date
}

/** Stores files below one directory. */
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

/** Whether the file does not exist, or a file is in place of one of its directories. */
function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/**
 * Ends a body that was not read: a failing disk may fail before its first byte is read, and only a
 * reader that has begun can stop it.
 */
async function end(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) break
  } catch {
    // It had ended already.
  }
}

const endpoint = '/media/signed/'

export type Signer = { baseUrl: string; secret: string; now(): Date }

/**
 * Returns an address of our own that allows `grant` for `seconds`. The signature covers method,
 * path and every parameter.
 */
function signUrl({ baseUrl, secret, now }: Signer, grant: Grant, seconds: number): string {
  const params = new URLSearchParams({
    expires: String(Math.floor(now().getTime() / 1000) + seconds),
  })
  if (grant.contentType !== null) params.set('type', grant.contentType)
  if (grant.method === 'PUT') params.set('bytes', String(grant.bytes))
  else if (grant.fileName !== null) params.set('name', grant.fileName)
  const path = endpoint + grant.key
  params.set('signature', signature(secret, grant.method, path, params).toString('base64url'))
  return `${baseUrl}${path}?${params}`
}

/**
 * Returns what a signed address allows; `null` when it was altered, has expired, or is not ours.
 * The host is ignored.
 */
function readSignedUrl({ secret, now }: Signer, method: Grant['method'], url: URL): Grant | null {
  const params = new URLSearchParams(url.search)
  const given = Buffer.from(params.get('signature') ?? '', 'base64url')
  params.delete('signature')
  const expected = signature(secret, method, url.pathname, params)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  if (now().getTime() >= Number(params.get('expires')) * 1000) return null

  const key = url.pathname.slice(endpoint.length)
  const contentType = params.get('type')
  if (method === 'GET') return { method, key, contentType, fileName: params.get('name') }
  return contentType === null
    ? null
    : { method, key, contentType, bytes: Number(params.get('bytes')) }
}

function signature(secret: string, method: string, path: string, params: URLSearchParams): Buffer {
  return createHmac('sha256', secret).update(`signed media\n${method}\n${path}\n${params}`).digest()
}
