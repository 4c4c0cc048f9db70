import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startBucket } from '#testing/storage/bucket.ts'

/** Where the product keeps its files. */
export type Storage = {
  /** What the product's processes must know of it. */
  environment: Record<string, string>
  /**
   * `away`: it takes no files. `slow`: it answers few requests at once, each late; only a bucket
   * can be.
   */
  become(state: 'ok' | 'away' | 'slow'): Promise<void>
  /** Throws while it is read when there is no such file. */
  read(key: string): AsyncIterable<Buffer>
  stop(): Promise<void>
}

/** Fewer requests at once than the product has, and each later than it ever is. */
const slowness = { concurrency: 2, delayMs: 500 }

export async function startStorage(place: 'disk' | 'bucket', directory: string): Promise<Storage> {
  return place === 'disk' ? diskStorage(directory) : bucketStorage()
}

function diskStorage(directory: string): Storage {
  return {
    environment: {},
    become: (state) => refuseFiles(directory, state === 'away'),
    read: (key) => createReadStream(path.join(directory, key)),
    stop: async () => undefined,
  }
}

/**
 * Makes every write to storage fail, as a disk does that is gone or full: where files lie while
 * they are written, there is no directory. What is stored stays readable.
 */
async function refuseFiles(directory: string, refuses: boolean): Promise<void> {
  const partial = path.join(directory, '.partial')
  if (!refuses) return rm(partial, { force: true })
  // A write that begins just now fills or makes the directory again.
  for (let isFile = false; !isFile; ) {
    isFile = await rm(partial, { recursive: true, force: true })
      .then(() => writeFile(partial, '', { flag: 'wx' }))
      .then(
        () => true,
        () => false,
      )
  }
}

/** A bucket of this process, which is never killed. */
async function bucketStorage(): Promise<Storage> {
  const bucket = await startBucket('media')
  let isAway = false
  let last = Promise.resolve()

  async function become(state: 'ok' | 'away' | 'slow'): Promise<void> {
    bucket.slowDown(state === 'slow' ? slowness : null)
    if (isAway === (state === 'away')) return
    isAway = state === 'away'
    await (isAway ? bucket.goAway() : bucket.comeBack())
  }

  return {
    environment: {
      STORAGE: 's3',
      ...{ S3_ENDPOINT: bucket.url, S3_REGION: 'auto', S3_BUCKET: 'media' },
      ...{ S3_ACCESS_KEY_ID: 'chaos', S3_SECRET_ACCESS_KEY: 'chaos' },
    },
    become: (state) => (last = last.then(() => become(state))),
    read: async function* (key) {
      const found = bucket.objects.get(key)
      if (!found) throw new Error('no such object')
      yield found.body
    },
    stop: bucket.stop,
  }
}
