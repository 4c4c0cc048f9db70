import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createReplicate } from '#providers/replicate/replicate.ts'
import type { PortOptions, PortWorld, SignedEvent } from './port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  samplePng,
  testHttpServer,
} from './test-server.ts'

/** A prediction as the server remembers it. `webhook`: where its event is sent. */
export type ReplicateJob = {
  id: string
  status: string
  input: Record<string, unknown>
  asked: number
  webhook: string | null
}

/**
 * `runMs`: a job ends after this time, else when it is asked for; `onEnd` is called then. `around`:
 * may answer in place of the server, before or after it did its work.
 */
export type ReplicateOptions = PortOptions & {
  error?: string
  runMs?: number
  onEnd?(job: ReplicateJob): void
  around?(call: ServerCall, answer: () => Promise<ServerAnswer>): Promise<ServerAnswer>
}

const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`

/** A server that speaks Replicate's API, on loopback; its token is `token`. */
export async function startReplicateServer(options: ReplicateOptions = {}) {
  const jobs = new Map<string, ReplicateJob>()
  const files = new Map<string, Buffer>()
  let isHeld = options.isHeld ?? false
  const png = await samplePng
  const { url, server } = await testHttpServer((call) =>
    options.around ? options.around(call, () => answer(call)) : answer(call),
  )

  const answer = async (call: ServerCall): Promise<ServerAnswer> => {
    const { method, path } = call
    if (path.startsWith('/files/')) return { bytes: png, type: 'image/png' }
    const isAccepted = call.headers.authorization === 'Bearer token'
    if (options.fault === 'unauthorized' || !isAccepted) return problem(401, 'Invalid token')
    if (path === '/v1/account') return { json: { type: 'user', username: 'us' } }
    if (path === '/v1/files') return takeFile(call)
    if (/^\/v1\/(models\/owner\/model\/)?predictions$/.test(path)) return create(call)
    const [, id = '', verb] = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/.exec(path) ?? []
    const job = jobs.get(id)
    if (!job) return problem(404, 'Not found')
    if (method === 'POST' && verb && !isOver(job)) job.status = 'canceled'
    else if (!isHeld && !options.runMs && !isOver(job)) proceed(job)
    return { json: present(job) }
  }

  function create(call: ServerCall): ServerAnswer {
    if (options.fault === 'busy') return problem(429, 'Request was throttled')
    const { input, webhook = null } = call.json<Pick<ReplicateJob, 'input' | 'webhook'>>()
    if (typeof input.prompt !== 'string') return problem(422, '- input.prompt: required')
    const id = randomUUID().replaceAll('-', '')
    const job: ReplicateJob = { id, status: 'starting', input, asked: 0, webhook }
    jobs.set(id, job)
    if (options.runMs) setTimeout(end, options.runMs, job)
    if (options.fault === 'lost-answer') return 'drop'
    return { status: 201, json: present(job) }
  }

  function end(job: ReplicateJob): void {
    if (!isOver(job)) job.status = 'succeeded'
    options.onEnd?.(job)
  }

  function proceed(job: ReplicateJob): void {
    job.asked += 1
    if (job.asked === 1) job.status = 'processing'
    else job.status = options.fault === 'failed-job' ? 'failed' : 'succeeded'
  }

  function present({ id, status, input }: ReplicateJob) {
    const isDone = status === 'succeeded'
    const isRemoved = isDone && options.fault === 'expired'
    return {
      ...{ id, status, input, model: 'owner/model', version: 'v' },
      output: isDone && !isRemoved ? outputsOf(id, input) : null,
      error: status === 'failed' ? (options.error ?? 'CUDA out of memory') : null,
      logs: ' 10%|█ | 3/28\n 50%|█████ | 14/28',
      ...(isDone && { metrics: { predict_time: 1.5 } }),
      ...(isRemoved && { data_removed: true }),
      urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
    }
  }

  const outputsOf = (id: string, { num_outputs: count = 1 }: ReplicateJob['input']) =>
    Array.from({ length: Number(count) }, (_, index) => `${url}/files/${id}-${index}.png`)

  async function takeFile(call: ServerCall): Promise<ServerAnswer> {
    const content = (await formOf(call)).get('content') as File
    const address = `${url}/v1/files/${randomUUID()}`
    files.set(address, Buffer.from(await content.arrayBuffer()))
    return { status: 201, json: { id: 'file', urls: { get: address } } }
  }

  return {
    ...{ url, server, jobs, files },
    finish: () => {
      isHeld = false
    },
  }
}

/** The server and its adapter. `newest`: the last job that it accepted. */
export async function replicateWorld(
  options: ReplicateOptions = {},
): Promise<PortWorld & { url: string; newest(): ReplicateJob | undefined; finish(): void }> {
  const { url, jobs, files, finish } = await startReplicateServer(options)
  return {
    ...{ url, finish },
    provider: createReplicate({ id: 'replicate', token: 'token', url, webhookSecret }),
    endpoint: 'owner/model',
    input: { prompt: 'a red fox' },
    accepted: async () => jobs.size,
    newest: () => [...jobs.values()].at(-1),
    fileInput: (image) => ({ endpoint: 'owner/model', input: { prompt: 'a red fox', image } }),
    receivedFile: async (address) => files.get(address) ?? Buffer.alloc(0),
    sign: ({ requestId, at = Date.now(), isForeign = false }) =>
      signReplicateEvent(
        requestId,
        at,
        isForeign ? `whsec_${randomBytes(24).toString('base64')}` : webhookSecret,
      ),
  }
}

/** Signs an event in the form of Standard Webhooks; `at` in ms since 1970. */
export function signReplicateEvent(requestId: string, at: number, secret: string): SignedEvent {
  const body = Buffer.from(JSON.stringify({ id: requestId, status: 'succeeded', output: null }))
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(at / 1_000))]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1,${signature}`,
    },
  }
}

const isOver = ({ status }: ReplicateJob) => ['succeeded', 'failed', 'canceled'].includes(status)

function problem(status: number, detail: string): ServerAnswer {
  return { status, json: { title: 'Problem', detail, status } }
}
