import path from 'node:path'
import { bucketProblem } from '#storage/check-bucket.ts'
import { createLocalStorage } from '#storage/local-storage.ts'
import { createS3Storage } from '#storage/s3-storage.ts'
import type { Storage } from '#storage/storage.ts'
import { removeAbandoned } from '#storage/write-durably.ts'
import type { Config } from '../config.ts'
import { CannotStart } from '../listen.ts'

type Place = {
  /** Where the API answers. */
  url: string
  /** Signs the addresses of files that local storage gives away. */
  secret: string
  /** Called when the bucket does not answer; without it that is a `CannotStart`, too. */
  onOutage?: (problem: string) => void
}

/**
 * Returns the storage that the configuration names. Throws `CannotStart` when the bucket refuses
 * us: that does not end by itself. A bucket that is only away keeps pages and records from nobody.
 */
export async function openStorage(
  config: Config,
  { url, secret, onOutage }: Place,
): Promise<Storage> {
  if (!config.s3) {
    const directory = path.join(config.dataDir, 'media')
    await removeAbandoned(directory)
    return createLocalStorage({ directory, baseUrl: url, secret })
  }
  const problem = await bucketProblem(config.s3)
  if (problem?.isOutage && onOutage) onOutage(problem.text)
  else if (problem) throw new CannotStart(problem.text)
  return createS3Storage(config.s3)
}
