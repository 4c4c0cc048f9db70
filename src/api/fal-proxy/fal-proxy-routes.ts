import { type Context, Hono } from 'hono'
import { authenticate } from '#services/accounts/sign-in.ts'
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
 * `/api/wan/fal/proxy`: the queue protocol for the unmodified `@fal-ai/client` with `proxyUrl` (specification, decisions
 * §1). Nothing is forwarded: a submit is a create call, a file becomes an upload here, all else is answered from the caller's own records. The same
 * queue answers at our own addresses below `/api/wan/fal/queue`, which the answers name.
 */
export function falProxyRoutes(options: ApiOptions) {
  const app = new Hono<Env>()
  const answer = createQueue(options)
  app.onError(refuseAsFal(options.context.log))
  app.on(methods, '/api/wan/fal/proxy', async (c) => {
    const account = await callerOf(c, options)
    const target = c.req.header('x-fal-target-url')
    if (c.req.method === 'POST' && target === uploadTarget) return startUpload(options.context, c, account)
    return answer(c, account, readTarget(target, options.falQueueUrl))
  })
  app.on(methods, `${queuePath}/*`, async (c) => {
    const account = await callerOf(c, options)
    const { pathname, searchParams } = new URL(c.req.url)
    return answer(c, account, { path: pathname.slice(queuePath.length + 1), query: searchParams })
  })
  return app
}

/** Whoever is signed in; or the holder of an API key of ours that came as fal's client sends its `credentials`. */
async function callerOf(c: Context<Env>, { context }: ApiOptions): Promise<AccountRow> {
  c.header('cache-control', 'no-store')
  const key = /^Key (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!c.get('account') && key) c.set('account', (await authenticate(context, { apiKey: key })) ?? null)
  return requireAccount(c.get('account'))
}
