import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { resultHeaders, resultText, statusAnswer } from './answers.ts'
import { controlRoutes } from './control.ts'
import { readEndpointId } from './endpoints/documented-endpoint.ts'
import { isKnownApplication } from './endpoints/endpoints.ts'
import { answerOf, keyRefused } from './errors.ts'
import { createTransientFaults, endlessJson, hangUp, withNul } from './fault-answers.ts'
import { baseOf, type EmulatorEnv, type EmulatorParts } from './http.ts'
import { type Job, type JobOutcome, parseApplication, stateOf } from './jobs/job.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import { platformRoutes } from './platform.ts'
import { serveFile } from './serve-file.ts'
import { submit } from './submit.ts'
import { initiateUpload, receiveUpload, serveUpload } from './uploads.ts'

/**
 * fal's queue, storage, key set and list of endpoints at one origin, the files, and for tests `/stats` (how many jobs
 * were submitted, by state) and `/control`.
 */
export function emulatorRoutes(emulator: EmulatorParts): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>()

  app.get('/stats', (c) => c.json(emulator.queue.counts()))
  app.get('/.well-known/jwks.json', (c) => c.json(emulator.keys.published))
  app.get('/files/:id/:name', (c) => serveFile(emulator, c.req.param('id'), c.req.param('name')))
  app.get('/files/uploads/:id/:name', (c) => serveUpload(emulator, c.req.param('id')))
  app.put('/storage/upload/sink/:token', (c) => receiveUpload(c, emulator, c.req.param('token')))
  app.get('/api/openapi/queue/openapi.json', (c) => {
    const named = c.req.query('endpoint_id')
    const found = emulator.documents.find((document) => readEndpointId(document) === named)
    return found ? c.json(found) : c.json({ detail: 'Not Found' }, 404)
  })
  if (emulator.control) app.route('/control', controlRoutes(emulator))

  app.use(async (c, next) => {
    if (/^Key \S/.test(c.req.header('authorization') ?? '')) return next()
    return answerOf(keyRefused)
  })

  app.route('/', platformRoutes(emulator))
  app.post('/storage/upload/initiate', (c) => initiateUpload(c, emulator))
  app.route('/', queueRoutes(emulator))
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404))
  return app
}

const request = '/:owner/:alias/requests/:id'
const streamInterval = 250
const cancelStatus = { OK: 200, CANCELLATION_REQUESTED: 202, ALREADY_COMPLETED: 400 } as const

/** fal's queue protocol: submit, status, its stream, result and cancel. */
function queueRoutes(emulator: EmulatorParts): Hono<EmulatorEnv> {
  const { queue } = emulator
  const isTroubled = createTransientFaults()
  const app = new Hono<EmulatorEnv>()

  app.get(`${request}/status`, (c) => {
    const job = findJob(c, queue)
    if (!job) return notFound(c, emulator)
    if (isTroubled(job, 'status-500')) return c.json({ detail: 'Internal Server Error' }, 500)
    if (isTroubled(job, 'status-drop')) return hangUp(c)
    const status = statusOf(c, queue, job)
    if ('logs' in status && status.logs && job.faults.includes('endless-status')) {
      return endlessJson('{"status":"IN_PROGRESS","logs":[{"message":"')
    }
    return c.json(status, stateOf(job) === 'COMPLETED' ? 200 : 202)
  })

  app.get(`${request}/status/stream`, (c) => {
    const job = findJob(c, queue)
    return job ? streamStatus(c, queue, job) : notFound(c, emulator)
  })

  app.get(request, (c) => {
    const job = findJob(c, queue)
    if (!job || job.faults.includes('lost-result')) return notFound(c, emulator)
    if (!job.outcome) return c.json({ detail: 'Request is still in progress' }, 400)
    if (isTroubled(job, 'late-result-404')) return notFound(c, emulator)
    if (isTroubled(job, 'html-result'))
      return c.html('<!doctype html><title>One moment, please</title>')
    return resultOf(job, job.outcome, baseOf(c))
  })

  app.put(`${request}/cancel`, async (c) => {
    const job = findJob(c, queue)
    if (!job) return c.json({ status: 'NOT_FOUND' }, 404)
    const status = await queue.cancel(job)
    return c.json({ status }, cancelStatus[status])
  })

  app.post('*', (c) => submit(c, emulator))
  return app
}

function findJob(c: Context<EmulatorEnv>, queue: JobQueue): Job | undefined {
  const { owner, alias, id } = c.req.param() as { owner: string; alias: string; id: string }
  const job = queue.find(id)
  return job && parseApplication(job.endpoint) === `${owner}/${alias}` ? job : undefined
}

function statusOf(c: Context<EmulatorEnv>, queue: JobQueue, job: Job) {
  const withLogs = !['', '0', 'false'].includes(c.req.query('logs') ?? '')
  return statusAnswer(job, {
    base: baseOf(c),
    position: queue.positionOf(job),
    withLogs,
    now: Date.now(),
  })
}

/** The status repeatedly, until it is final. */
function streamStatus(c: Context<EmulatorEnv>, queue: JobQueue, job: Job) {
  return streamSSE(c, async (stream) => {
    while (!stream.aborted) {
      const status = statusOf(c, queue, job)
      await stream.writeSSE({ data: JSON.stringify(status) })
      if (status.status === 'COMPLETED') return
      await stream.sleep(streamInterval)
    }
  })
}

function resultOf(job: Job, outcome: JobOutcome, base: string): Response {
  if (job.faults.includes('endless-result')) return endlessJson('{"images":[{"url":"')
  const whole = resultText(outcome, base, job)
  const text = job.faults.includes('nul-result') ? withNul(whole) : whole
  return new Response(job.faults.includes('truncated') ? text.slice(0, text.length / 2) : text, {
    status: outcome.httpStatus,
    headers: resultHeaders(job, outcome),
  })
}

function notFound(c: Context<EmulatorEnv>, { endpoints }: EmulatorParts) {
  const application = `${c.req.param('owner')}/${c.req.param('alias')}`
  return c.json(
    {
      detail: isKnownApplication(endpoints, application)
        ? 'Request not found'
        : 'Application not found',
    },
    404,
  )
}
