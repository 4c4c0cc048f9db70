import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Meter } from '#services/meter.ts'
import type { Env } from '../env.ts'

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
