import { Hono } from 'hono'
import type { ApiOptions, Env } from '../../env.ts'

/** For whoever watches the process: is it alive, and can it do its work? */
export function healthRoutes({ isReady }: Pick<ApiOptions, 'isReady'>) {
  return new Hono<Env>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      const ready = await isReady().catch(() => false)
      return ready ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503)
    })
}
