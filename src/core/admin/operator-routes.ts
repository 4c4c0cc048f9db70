import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { anyone, checkedByHandler, requireAccessRules } from '#core/http/access.ts'
import type { ApiOptions, Env, MetricsOptions } from '#core/http/env.ts'
import { identifyRequests } from '#core/http/middleware/observe-requests.ts'

/**
 * A database without an answer for this long is not ready, in ms: monitors get an answer within 2
 * s.
 */
const readyTimeoutMs = 1_500

function notReadyAfter(ms: number): Promise<false> {
  return new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref())
}

/** Health endpoints for monitors: is the process alive, and ready? */
export function healthRoutes({ isReady }: Pick<ApiOptions, 'isReady'>) {
  return new Hono<Env>()
    .get('/healthz', anyone, (c) => c.json({ status: 'alive' }))
    .get('/readyz', anyone, async (c) => {
      // The reason is in the log of the database's own connections.
      const ready = await Promise.race([
        isReady().catch(() => false),
        notReadyAfter(readyTimeoutMs),
      ])
      return ready ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503)
    })
}

/**
 * `GET /metrics`, for Prometheus. Open in a demo without a token; otherwise requests without the
 * token get 404.
 */
export function metricsRoutes({ read, token, isOpen }: MetricsOptions) {
  return new Hono<Env>().get('/metrics', checkedByHandler, async (c) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (token ? !given || !isSame(given, token) : !isOpen) return c.notFound()
    const { contentType, text } = await read()
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** The endpoints of a worker process: liveness, readiness, metrics. */
export function createOperatorApp(options: Pick<ApiOptions, 'isReady' | 'metrics'>): Hono<Env> {
  const app = new Hono<Env>()
    .use(identifyRequests())
    .route('/', healthRoutes(options))
    .route('/', metricsRoutes(options.metrics))
  requireAccessRules(app)
  return app
}
