import type { MiddlewareHandler } from 'hono'
import type { Log } from '#services/context.ts'
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
