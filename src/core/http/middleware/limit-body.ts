import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { maxDataUriBytes } from '#core/media/upload-rules.ts'
import { limitUploadsAtOnce } from '#core/media/uploads/uploads-at-once.ts'
import type { Env } from '../env.ts'
import { HttpError } from '../errors.ts'

/** The largest JSON body, in bytes: a text of 10,000 characters is below. */
export const maxJsonBytes = 256 * 1024

/** The same beside files as `data:` URIs: base64 is a third longer than its bytes. */
const maxBytesWithFiles = Math.ceil((maxDataUriBytes * 4) / 3) + maxJsonBytes

/** How many bodies with files of one account a process reads concurrently: each is in memory thrice. */
const maxAtOnce = 2

/**
 * Rejects bodies of more than `maxSize` bytes with 413 `too_large`. A content-length is trusted,
 * because Node enforces it; only without one are the bytes counted, which costs a stream.
 */
export function limitBody(maxSize: number): MiddlewareHandler<Env> {
  const refuse = () => {
    throw new HttpError('too_large', String(maxSize))
  }
  const count = bodyLimit({ maxSize, onError: refuse })
  return (c, next) => {
    // Bodies of these requests are never read.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const declaredLength = c.req.header('content-length')
    if (declaredLength === undefined || c.req.header('transfer-encoding') !== undefined)
      return count(c, next)
    return Number(declaredLength) > maxSize ? refuse() : next()
  }
}

/**
 * Accepts bodies up to `maxJsonBytes`, and larger ones with files as `data:` URIs where they have
 * an account and a content-length. Throws `Refused` `too_many_uploads` beyond two concurrent ones of
 * an account, and 413 `too_large`.
 */
export function limitBodyWithFiles(): MiddlewareHandler<Env> {
  const limited = limitBody(maxJsonBytes)
  const limitedWithFiles = limitBody(maxBytesWithFiles)
  const runOneMore = limitUploadsAtOnce(maxAtOnce)
  return (c, next) => {
    const accountId = c.get('account')?.id
    const isLarge = Number(c.req.header('content-length')) > maxJsonBytes
    if (!isLarge || accountId === undefined) return limited(c, next)
    return runOneMore(accountId, async () => limitedWithFiles(c, next))
  }
}
