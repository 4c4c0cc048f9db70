import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { anyone, checkedByHandler, requireAccessRules } from './access.ts'
import type { ApiOptions, Env, MetricsOptions } from './env.ts'

/**
 * A database that has said nothing for this long is not ready, in ms: who watches gets an answer
 * within 2 s.
 */
const patience = 1_500

function notReadyAfter(ms: number): Promise<false> {
  return new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref())
}

/** For whoever watches the process: is it alive, and can it do its work? */
export function healthRoutes({ isReady }: Pick<ApiOptions, 'isReady'>) {
  return new Hono<Env>()
    .get('/healthz', anyone, (c) => c.json({ status: 'alive' }))
    .get('/readyz', anyone, async (c) => {
      // Why not is in the log of the database's own connections.
      const ready = await Promise.race([isReady().catch(() => false), notReadyAfter(patience)])
      return ready ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503)
    })
}

/**
 * `GET /metrics`, for Prometheus. Open in a demo without a token; otherwise whoever has not the
 * token learns not even that it is there.
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

/** What a process answers that serves no people: is it alive, is it ready, how is it? */
export function createOperatorApp(options: Pick<ApiOptions, 'isReady' | 'metrics'>): Hono<Env> {
  const app = new Hono<Env>()
    .route('/', healthRoutes(options))
    .route('/', metricsRoutes(options.metrics))
  requireAccessRules(app)
  return app
}
