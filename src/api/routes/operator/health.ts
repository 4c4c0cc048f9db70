import { Hono } from 'hono'
import type { ApiOptions, Env } from '../../env.ts'

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
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      const ready = await Promise.race([isReady().catch(() => false), notReadyAfter(patience)])
      return ready ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503)
    })
}
