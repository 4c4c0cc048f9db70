import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import type { HttpRequest } from './load.ts'

/** A submit as it arrived: `at` in ms of `performance.now()`, before its body was read. */
export type SubmittedJob = { requestId: string; prompt: string; webhookUrl: string; at: number }

/** A webhook's address, for the provider's job that has ended. */
export type EndedJob = Pick<SubmittedJob, 'webhookUrl' | 'requestId'>

export type Provider = AsyncDisposable & {
  url: string
  /** Called for each submit, before it is answered. */
  onSubmit(listener: (submitted: SubmittedJob) => void): void
  /** What the job's status and result say from now on. */
  finish(requestId: string): void
  /** Every job that was ever accepted has failed: nothing is polled any more. */
  failAll(): void
  /** The webhook of a job that has ended, signed by this provider. */
  signWebhook(job: EndedJob): HttpRequest
}

/**
 * Starts the least that speaks fal's queue protocol (bare node:http, nothing kept on disk), so that
 * its own cost stays small.
 */
export async function startProvider(): Promise<Provider> {
  const listeners: ((submitted: SubmittedJob) => void)[] = []
  const jobs = new Map<string, 'running' | 'done' | 'failed'>()
  const { keySet, signWebhook } = createSigner()
  const color = { r: 34, g: 68, b: 102 }
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer()

  const server = createServer(async (request, response) => {
    const at = performance.now()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const job = /\/requests\/([^/]+)(\/status)?$/.exec(pathname)
    if (pathname === '/files/image.png') return send(response, 200, image, 'image/png')
    if (pathname === '/.well-known/jwks.json') return send(response, 200, keySet)
    if (job) return sendJob(response, job[1] ?? '', job[2])
    const { prompt } = JSON.parse(await text(request)) as { prompt: string }
    const requestId = randomUUID()
    jobs.set(requestId, 'running')
    const webhookUrl = searchParams.get('fal_webhook') ?? ''
    for (const listener of listeners) listener({ requestId, prompt, webhookUrl, at })
    send(response, 200, { status: 'IN_QUEUE', queue_position: 0, request_id: requestId })
  })

  function sendJob(response: ServerResponse, id: string, what: string | undefined) {
    const state = jobs.get(id)
    if (!state) return send(response, 404, { detail: 'Request not found' })
    if (what) {
      const status = state === 'running' ? 'IN_PROGRESS' : 'COMPLETED'
      return send(response, 200, { status, request_id: id })
    }
    if (state === 'running') return send(response, 400, { detail: 'Request is still in progress' })
    if (state === 'failed')
      return send(response, 422, { detail: [{ msg: 'failed', type: 'generation_error' }] })
    const file = { url: `${url}/files/image.png`, content_type: 'image/png' }
    const images = [{ ...file, width: 64, height: 64 }]
    return send(response, 200, { images, seed: 1, has_nsfw_concepts: [false] })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    onSubmit: (listener) => void listeners.push(listener),
    finish: (requestId) => void jobs.set(requestId, 'done'),
    failAll: () => {
      for (const id of jobs.keys()) jobs.set(id, 'failed')
    },
    signWebhook,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(response: ServerResponse, status: number, body: object, type = 'application/json') {
  const bytes = Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': type }).end(bytes)
}

/** Creates a key pair that signs webhooks as fal does (docs/providers/fal.md#webhook-signature). */
function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signWebhook = ({ webhookUrl, requestId }: EndedJob): HttpRequest => {
    const images = [{ url: 'https://v3.fal.media/files/image.png', width: 512, height: 512 }]
    const ids = { request_id: requestId, gateway_request_id: requestId }
    const body = JSON.stringify({ ...ids, status: 'OK', payload: { images, seed: 1 } })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const digest = createHash('sha256').update(body).digest('hex')
    const message = Buffer.from([requestId, 'bench', timestamp, digest].join('\n'))
    const { pathname, search } = new URL(webhookUrl)
    const headers = {
      'content-type': 'application/json',
      'x-fal-webhook-request-id': requestId,
      'x-fal-webhook-user-id': 'bench',
      'x-fal-webhook-timestamp': timestamp,
      'x-fal-webhook-signature': sign(null, message, privateKey).toString('hex'),
    }
    return { method: 'POST', path: pathname + search, headers, body }
  }
  return { keySet: { keys: [publicKey.export({ format: 'jwk' })] }, signWebhook }
}
