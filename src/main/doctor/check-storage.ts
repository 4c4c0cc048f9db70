import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openStorage } from '../adapters.ts'
import type { Config } from '../config.ts'
import { CannotStart } from '../listen.ts'
import { type Finding, right, wordsOf, wrong } from './finding.ts'

/** Writes, reads and deletes a small file. */
export async function checkStorage(config: Config): Promise<Finding> {
  const place = config.s3 ? `bucket ${config.s3.bucket}` : `${config.dataDir}/media`
  try {
    const storage = await openStorage(config, { url: 'http://localhost', secret: 'of no use here' })
    const key = `doctor/${randomUUID()}`
    const written = Buffer.from('atelier doctor')
    await storage.write(key, chunks(written), { maxBytes: 100 })
    const read = await buffer(await storage.read(key))
    await storage.delete(key)
    if (!read.equals(written))
      return wrong(`${place} gave back other bytes.`, 'Look at what stands between.')
    if ((await storage.size(key)) !== null)
      return wrong(`${place} kept a deleted file.`, 'Allow deleting.')
    return right(`${place}: written, read, deleted`)
  } catch (error) {
    // Its message already says what to do.
    if (error instanceof CannotStart) return wrong(error.message, '')
    const remedy = config.s3
      ? 'Look at S3_*: the key must be allowed to list, get, put and delete.'
      : 'Give the studio’s user this directory, and space on its disk.'
    return wrong(`${place}: ${wordsOf(error)}.`, remedy)
  }
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
