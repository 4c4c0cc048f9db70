import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Env } from '../env.ts'
import { HttpError } from '../errors.ts'

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
