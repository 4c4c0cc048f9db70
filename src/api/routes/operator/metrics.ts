import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Env, MetricsOptions } from '../../env.ts'

/**
 * `GET /metrics`, for Prometheus. Open in a demo without a token; otherwise whoever has not the
 * token learns not even that it is there.
 */
export function metricsRoutes({ read, token, isOpen }: MetricsOptions) {
  return new Hono<Env>().get('/metrics', async (c) => {
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
