import type { MiddlewareHandler } from 'hono'
import type { ApiOptions, Env } from '../env.ts'

/** What a page may read of an answer beside its body; programs with a key read the same. */
const exposedHeaders = [
  'retry-after',
  'x-request-id',
  'x-generation-id',
  'x-credits-charged',
  'x-ignored-parameters',
  'x-should-retry',
  'content-disposition',
  'content-range',
]

/** How long a browser remembers what was allowed, in seconds. */
const maxAge = 600

/**
 * Lets pages of the operator's `CORS_ORIGINS` read answers, and answers their preflights.
 * Credentials are never allowed: a browser shows a page no answer to a request with our cookie.
 */
export function allowOrigins({
  corsOrigins,
}: Pick<ApiOptions, 'corsOrigins'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (corsOrigins.size === 0) return next()
    const origin = c.req.header('origin')
    const isAllowed = origin !== undefined && corsOrigins.has(origin)
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
    if (isAllowed && isPreflight) {
      return c.body(null, 204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        // The wildcard stands for every header but this one.
        'access-control-allow-headers': '*, authorization',
        'access-control-max-age': String(maxAge),
        vary: 'origin',
      })
    }
    await next()
    c.header('vary', 'origin', { append: true })
    if (!isAllowed) return
    c.header('access-control-allow-origin', origin)
    c.header('access-control-expose-headers', exposedHeaders.join(', '))
  }
}
