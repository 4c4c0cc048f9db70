import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { isKnownApplication } from '../endpoints/endpoints.ts'
import type { FaultRule } from '../faults/faults.ts'
import { applicationOf, type Job, stateOf } from '../jobs/job.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobStore } from '../jobs/job-store.ts'
import { resultHeaders, resultText, statusAnswer } from './answers.ts'
import { serveFile } from './serve-file.ts'
import { submit } from './submit.ts'

export type EngineEnv = { Bindings: HttpBindings }
export type Engine = { queue: JobQueue; store: JobStore; rules: FaultRule[]; delayMs: number }

const request = '/:owner/:alias/requests/:id'
const streamInterval = 250

/** fal's queue protocol, the files, and `/stats` for tests: how many jobs were submitted and how they stand. */
export function engineRoutes(engine: Engine): Hono<EngineEnv> {
  const { queue } = engine
  const app = new Hono<EngineEnv>()

  app.get('/stats', (c) => c.json(queue.counts()))
  app.get('/files/:id/:name', (c) => serveFile(engine, c.req.param('id'), c.req.param('name')))

  app.use(async (c, next) => {
    if (/^Key \S/.test(c.req.header('authorization') ?? '')) return next()
    return c.json({ detail: 'Authentication is required to access this application.' }, 401)
  })

  app.get(`${request}/status`, (c) => {
    const job = findJob(c, queue)
    return job ? c.json(statusOf(c, queue, job), stateOf(job) === 'COMPLETED' ? 200 : 202) : notFound(c)
  })

  app.get(`${request}/status/stream`, (c) => {
    const job = findJob(c, queue)
    return job ? streamStatus(c, queue, job) : notFound(c)
  })

  app.get(request, (c) => {
    const job = findJob(c, queue)
    return job && !job.faults.includes('lost-result') ? resultOf(job, baseOf(c)) : notFound(c)
  })

  app.put(`${request}/cancel`, async (c) => {
    const job = findJob(c, queue)
    if (!job) return c.json({ status: 'NOT_FOUND' }, 404)
    const status = await queue.cancel(job)
    return c.json({ status }, cancelStatus[status])
  })

  app.post('*', (c) => submit(c, engine, baseOf(c)))
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404))
  return app
}

const cancelStatus = { OK: 200, CANCELLATION_REQUESTED: 202, ALREADY_COMPLETED: 400 } as const

/** The engine's own address at this moment: after a restart the port may be another. */
function baseOf(c: Context<EngineEnv>): string {
  return `http://127.0.0.1:${c.env.incoming.socket.localPort}`
}

function findJob(c: Context<EngineEnv>, queue: JobQueue): Job | undefined {
  const { owner, alias, id } = c.req.param() as { owner: string; alias: string; id: string }
  const job = queue.find(id)
  return job && applicationOf(job.endpoint) === `${owner}/${alias}` ? job : undefined
}

function statusOf(c: Context<EngineEnv>, queue: JobQueue, job: Job) {
  const withLogs = !['', '0', 'false'].includes(c.req.query('logs') ?? '')
  return statusAnswer(job, { base: baseOf(c), position: queue.positionOf(job), withLogs, now: Date.now() })
}

/** The status again and again, until it is the last one. */
function streamStatus(c: Context<EngineEnv>, queue: JobQueue, job: Job) {
  return streamSSE(c, async (stream) => {
    while (!stream.aborted) {
      const status = statusOf(c, queue, job)
      await stream.writeSSE({ data: JSON.stringify(status) })
      if (status.status === 'COMPLETED') return
      await stream.sleep(streamInterval)
    }
  })
}

function resultOf(job: Job, base: string): Response {
  if (!job.outcome) return Response.json({ detail: 'Request is still in progress' }, { status: 400 })
  const text = resultText(job.outcome, base)
  return new Response(job.faults.includes('truncated') ? text.slice(0, text.length / 2) : text, {
    status: job.outcome.httpStatus,
    headers: resultHeaders(job, job.outcome),
  })
}

function notFound(c: Context<EngineEnv>) {
  const application = `${c.req.param('owner')}/${c.req.param('alias')}`
  return c.json({ detail: isKnownApplication(application) ? 'Request not found' : 'Application not found' }, 404)
}
