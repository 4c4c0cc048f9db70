import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#storage/storage.ts'

/**
 * Works on a stored file as a file of this machine, which is gone afterwards: libraries that take a
 * stream would hold all of it in memory.
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
