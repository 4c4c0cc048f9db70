import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Meter } from '#core/meter.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { currentRequestId, withRequestId } from '#platform/telemetry/request-id.ts'
import { inSpan } from '#platform/telemetry/tracing.ts'
import type { Env } from '../env.ts'

/**
 * Sets a request id in the answer's `x-request-id` and in all its log lines. A proxy may have set
 * it already.
 */
export function identifyRequests(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const id = /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    await withRequestId(id, next)
    c.res.headers.set('x-request-id', id)
  }
}

/**
 * Records a span for each request, in the trace of the caller that sends `traceparent`. It names the
 * route's pattern, never an address or an account.
 */
export function traceRequests(): MiddlewareHandler<Env> {
  return (c, next) => {
    const { method } = c.req
    const attributes = {
      'http.request.method': method,
      'atelier.request_id': currentRequestId() ?? '',
    }
    const parent = c.req.header('traceparent') ?? null
    return inSpan(method, { kind: 'server', parent, attributes }, async (span) => {
      await next()
      const { status } = c.res
      span.rename(`${method} ${routePath(c)}`)
      span.add({ 'http.route': routePath(c), 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
    })
  }
}

/** Logs one line per request, without the query, which can contain a prompt. */
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
 * Measures each request by the pattern of its route, never by its address.
 */
export function measureRequests(meter: Meter): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const labels = { method: c.req.method, route: routePath(c), status: String(c.res.status) }
    meter.observe('atelier_http_request_seconds', labels, (performance.now() - start) / 1000)
  }
}
