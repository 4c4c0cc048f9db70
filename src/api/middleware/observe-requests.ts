import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Log } from '#services/context.ts'
import type { Meter } from '#services/meter.ts'
import type { Env } from '../env.ts'

/** One line a request. The query is left out: it can hold a prompt. */
export function logRequests(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    const fields = {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms,
      account: c.get('account')?.id,
    }
    log.info(fields, 'request')
  }
}

/**
 * Measures each request under the pattern of the route that answered it, never under its address.
 */
export function measureRequests(meter: Meter): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const labels = { method: c.req.method, route: routePath(c), status: String(c.res.status) }
    meter.observe('atelier_http_request_seconds', labels, (performance.now() - start) / 1000)
  }
}
