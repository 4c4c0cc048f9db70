import path from 'node:path'
import { createLocalStorage } from '#storage/local/local-storage.ts'
import { removeAbandoned } from '#storage/local/write-durably.ts'
import { bucketProblem } from '#storage/s3/check-bucket.ts'
import { createS3Storage } from '#storage/s3/s3-storage.ts'
import type { Storage } from '#storage/storage.ts'
import type { Config } from '../config.ts'
import { CannotStart } from '../listen.ts'

/**
 * The storage that the configuration names. Throws `CannotStart` when the bucket cannot be used. `url` is where the API
 * answers, `secret` signs the addresses of files that local storage gives away.
 */
export async function openStorage(config: Config, { url, secret }: { url: string; secret: string }): Promise<Storage> {
  if (!config.s3) {
    const directory = path.join(config.dataDir, 'media')
    await removeAbandoned(directory)
    return createLocalStorage({ directory, baseUrl: url, secret })
  }
  const problem = await bucketProblem(config.s3)
  if (problem) throw new CannotStart(problem)
  return createS3Storage(config.s3)
}
