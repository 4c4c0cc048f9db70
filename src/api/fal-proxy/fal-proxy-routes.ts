import { type Context, Hono } from 'hono'
import type { AccountRow } from '#services/rows.ts'
import type { ApiOptions, Env } from '../env.ts'
import { requireAccount } from '../middleware/request.ts'
import { queuePath } from './answers/addresses.ts'
import { refuseAsFal } from './answers/refuse-as-fal.ts'
import { createQueue } from './queue.ts'
import { readTarget } from './target.ts'
import { startUpload, uploadTarget } from './upload.ts'

const methods = ['GET', 'POST', 'PUT']

/**
 * `/api/wan/fal/proxy`: the queue protocol for the unmodified `@fal-ai/client` with `proxyUrl`
 * (docs/spec/api.md#fal-proxy). Nothing is forwarded: a submit is a create call, a file becomes an
 * upload here, all else is answered from the caller's own records. The same queue answers at our
 * own addresses below `/api/wan/fal/queue`, which the answers name.
 */
export function falProxyRoutes(options: ApiOptions) {
  const app = new Hono<Env>()
  const answer = createQueue(options)
  app.onError(refuseAsFal(options.context.log))
  app.on(methods, '/api/wan/fal/proxy', (c) => {
    const account = callerOf(c)
    const target = c.req.header('x-fal-target-url')
    if (c.req.method === 'POST' && target === uploadTarget)
      return startUpload(options.context, c, account)
    return answer(c, account, readTarget(target, options.falQueueUrl))
  })
  app.on(methods, `${queuePath}/*`, (c) => {
    const account = callerOf(c)
    const { pathname, searchParams } = new URL(c.req.url)
    return answer(c, account, { path: pathname.slice(queuePath.length + 1), query: searchParams })
  })
  return app
}

function callerOf(c: Context<Env>): AccountRow {
  c.header('cache-control', 'no-store')
  return requireAccount(c.get('account'))
}
