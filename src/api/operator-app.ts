import { Hono } from 'hono'
import type { ApiOptions, Env } from './env.ts'
import { healthRoutes } from './routes/operator/health.ts'
import { metricsRoutes } from './routes/operator/metrics.ts'

/** What a process answers that serves no people: is it alive, is it ready, how is it? */
export function createOperatorApp(options: Pick<ApiOptions, 'isReady' | 'metrics'>): Hono<Env> {
  return new Hono<Env>()
    .route('/', healthRoutes(options))
    .route('/', metricsRoutes(options.metrics))
}
