import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { maxImagePixels } from '#domain/result-files.ts'
import type { Storage } from '#storage/storage.ts'

/** A picture of the largest size fills some hundred megabytes while it is open. */
const gate = pLimit(2)

/** The longest one picture may take, in seconds. */
const patience = 60

/**
 * A stored picture as PNG, upright and with its colours. It lies on this machine's disk until it is
 * read: a reader may be slow, and memory dear. A damaged one is drawn as far as it goes. Throws
 * what storage throws, and when it is no picture at all.
 */
export async function* asPng(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-png-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'png')]
  try {
    await gate(async () => {
      await pipeline(await storage.read(key), createWriteStream(from))
      await sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
        .autoOrient()
        .timeout({ seconds: patience })
        .keepIccProfile()
        .png()
        .toFile(to)
    })
    yield* createReadStream(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
