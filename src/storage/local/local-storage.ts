import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { NotStored, type Storage, TooLarge } from '../storage.ts'

const safeKey = /^[a-z0-9][a-z0-9._/-]*$/i

/** Files below one directory. Written beside their place, synced, then renamed: a reader never sees half a file. */
export function createLocalStorage(directory: string): Storage {
  const place = (key: string) => {
    if (!safeKey.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`)
    return path.join(directory, key)
  }

  return {
    async write(key, body, { maxBytes }) {
      const target = place(key)
      const temporary = `${target}.${randomUUID()}.part`
      await mkdir(path.dirname(target), { recursive: true })
      try {
        const stored = await writeSynced(temporary, body, maxBytes)
        await rename(temporary, target)
        return stored
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async read(key, range) {
      const file = await open(place(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new NotStored(key) : error
      })
      return createReadStream('', { fd: file, ...range })
    },

    async size(key) {
      const found = await stat(place(key)).catch(() => null)
      return found?.isFile() ? found.size : null
    },

    async delete(key) {
      await rm(place(key), { force: true })
    },
  }
}

async function writeSynced(file: string, body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes`)
      hash.update(chunk)
      await handle.write(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}
