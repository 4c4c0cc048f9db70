import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Env } from '../env.ts'
import { HttpRefused } from '../errors.ts'

/**
 * Refuses bodies of more than `maxSize` bytes with 413 `too_large`. One whose length was told is
 * judged by it: Node holds the sender to it. Only where it was not must the bytes be counted, and
 * whatever reads a body as a stream be built.
 */
export function limitBody(maxSize: number): MiddlewareHandler<Env> {
  const refuse = () => {
    throw new HttpRefused('too_large', String(maxSize))
  }
  const count = bodyLimit({ maxSize, onError: refuse })
  return (c, next) => {
    // Their bodies, if they have any, are read by nobody.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const declaredLength = c.req.header('content-length')
    if (declaredLength === undefined || c.req.header('transfer-encoding') !== undefined)
      return count(c, next)
    return Number(declaredLength) > maxSize ? refuse() : next()
  }
}
