import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A submit as it arrived: `at` in ms of this process's `performance.now()`, taken before its body
 * was read.
 */
export type Submitted = { requestId: string; prompt: string; webhookUrl: string | null; at: number }

export type ProviderStub = AsyncDisposable & {
  url: string
  /** Called for each submit, before it is answered. */
  onSubmit(listener: (submitted: Submitted) => void): void
  /** What the job's status and result say from now on. */
  finish(requestId: string, outcome: 'done' | 'failed'): void
  /** Every job that was ever taken has failed: nothing is asked about any more. */
  failAll(): void
  /** Answers other addresses. */
  also(path: string, contentType: string, body: Buffer | string): void
}

/**
 * The least that speaks fal's queue protocol (bare node:http, nothing kept on disk), so that its
 * own cost stays small.
 */
export async function startProviderStub(): Promise<ProviderStub> {
  const listeners: ((submitted: Submitted) => void)[] = []
  const jobs = new Map<string, 'running' | 'done' | 'failed'>()
  const files = new Map<string, { contentType: string; body: Buffer | string }>()

  const server = createServer((request, response) => {
    const at = performance.now()
    const path = (request.url ?? '').split('?')[0] ?? ''
    const file = files.get(path)
    const job = /\/requests\/([^/]+)(\/status|\/cancel)?$/.exec(path)
    if (file) response.writeHead(200, { 'content-type': file.contentType }).end(file.body)
    else if (job) answerAbout(response, job[1] ?? '', job[2])
    else void accept(request, response, at)
  })

  async function accept(request: IncomingMessage, response: ServerResponse, at: number) {
    const { prompt } = JSON.parse(await text(request)) as { prompt: string }
    const requestId = randomUUID()
    jobs.set(requestId, 'running')
    const webhookUrl = new URL(request.url ?? '', 'http://stub').searchParams.get('fal_webhook')
    for (const listener of listeners) listener({ requestId, prompt, webhookUrl, at })
    json(response, 200, { status: 'IN_QUEUE', queue_position: 0, request_id: requestId })
  }

  function answerAbout(response: ServerResponse, id: string, what: string | undefined) {
    const state = jobs.get(id)
    if (!state) return json(response, 404, { detail: 'Request not found' })
    if (what === '/cancel') return json(response, 400, { status: 'ALREADY_COMPLETED' })
    if (what === '/status') {
      return json(response, 200, {
        status: state === 'running' ? 'IN_PROGRESS' : 'COMPLETED',
        request_id: id,
      })
    }
    if (state === 'running') return json(response, 400, { detail: 'Request is still in progress' })
    if (state === 'failed')
      return json(response, 422, { detail: [{ msg: 'failed', type: 'generation_error' }] })
    const picture = {
      url: `${url}/files/picture.png`,
      width: 64,
      height: 64,
      content_type: 'image/png',
    }
    return json(response, 200, { images: [picture], seed: 1, has_nsfw_concepts: [false] })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    onSubmit: (listener) => void listeners.push(listener),
    finish: (requestId, outcome) => void jobs.set(requestId, outcome),
    failAll: () => {
      for (const id of jobs.keys()) jobs.set(id, 'failed')
    },
    also: (path, contentType, body) => void files.set(path, { contentType, body }),
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
