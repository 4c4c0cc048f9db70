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

type Job = { id: string; status: string; input: Record<string, unknown>; asked: number }

const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`

/** A server that speaks Replicate's API, and its adapter. `input`: what the newest job got. */
export async function replicateWorld(
  options: PortOptions & { error?: string } = {},
): Promise<PortWorld & { url: string; newest(): Job | undefined; finish(): void }> {
  const jobs = new Map<string, Job>()
  const files = new Map<string, Buffer>()
  let isHeld = options.isHeld ?? false
  const png = await samplePng
  const { url } = await testHttpServer((call) => answer(call))

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
    else if (!isHeld && !isOver(job)) proceed(job)
    return { json: present(job) }
  }

  function create(call: ServerCall): ServerAnswer {
    if (options.fault === 'busy') return problem(429, 'Request was throttled')
    const { input } = call.json<{ input: Record<string, unknown> }>()
    if (typeof input.prompt !== 'string') return problem(422, '- input.prompt: required')
    const job: Job = { id: randomUUID().replaceAll('-', ''), status: 'starting', input, asked: 0 }
    jobs.set(job.id, job)
    if (options.fault === 'lost-answer') return 'drop'
    return { status: 201, json: present(job) }
  }

  function proceed(job: Job): void {
    job.asked += 1
    if (job.asked === 1) job.status = 'processing'
    else job.status = options.fault === 'failed-job' ? 'failed' : 'succeeded'
  }

  function present({ id, status, input }: Job) {
    const isDone = status === 'succeeded'
    const isRemoved = isDone && options.fault === 'expired'
    return {
      ...{ id, status, input, model: 'owner/model', version: 'v' },
      output: isDone && !isRemoved ? [`${url}/files/${id}.png`] : null,
      error: status === 'failed' ? (options.error ?? 'CUDA out of memory') : null,
      logs: ' 10%|█ | 3/28\n 50%|█████ | 14/28',
      ...(isDone && { metrics: { predict_time: 1.5 } }),
      ...(isRemoved && { data_removed: true }),
      urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
    }
  }

  async function takeFile(call: ServerCall): Promise<ServerAnswer> {
    const content = (await formOf(call)).get('content') as File
    const address = `${url}/v1/files/${randomUUID()}`
    files.set(address, Buffer.from(await content.arrayBuffer()))
    return { status: 201, json: { id: 'file', urls: { get: address } } }
  }

  return {
    url,
    provider: createReplicate({ token: 'token', url, webhookSecret }),
    endpoint: 'owner/model',
    input: { prompt: 'a red fox' },
    accepted: async () => jobs.size,
    newest: () => [...jobs.values()].at(-1),
    finish: () => {
      isHeld = false
    },
    fileInput: (image) => ({ endpoint: 'owner/model', input: { prompt: 'a red fox', image } }),
    receivedFile: async (address) => files.get(address) ?? Buffer.alloc(0),
    sign: ({ requestId, at = Date.now(), isForeign = false }) =>
      signEvent(
        requestId,
        at,
        isForeign ? `whsec_${randomBytes(24).toString('base64')}` : webhookSecret,
      ),
  }
}

/** Signs an event in the form of Standard Webhooks. */
function signEvent(requestId: string, at: number, secret: string): SignedEvent {
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

const isOver = ({ status }: Job) => ['succeeded', 'failed', 'canceled'].includes(status)

function problem(status: number, detail: string): ServerAnswer {
  return { status, json: { title: 'Problem', detail, status } }
}
