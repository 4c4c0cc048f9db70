import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Pool } from 'undici'
import type { Provider } from './provider.ts'

export type HttpRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export type Statuses = Record<string, number>

/** The cheapest image there is, in credits. */
export const createPrice = 8

/** A create call as the web page sends it; `name` is its idempotency key and ends its prompt. */
export function createRequest(key: string, name: string): HttpRequest {
  const body = JSON.stringify({
    model: 'flux-schnell',
    image_generation_type: 'text-to-image',
    prompt: `A lighthouse at dusk ${name}`,
    image_size: 'square',
    num_images: 1,
    num_inference_steps: 4,
    request_id: name,
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return { method: 'POST', path: '/api/image-generation/create', headers, body }
}

type ClosedLoop = {
  url: string
  connections: number
  /** How many requests in all, or for how long. */
  amount?: number
  seconds?: number
  next(): HttpRequest
}

/** `rate`: answers a second. `latencies` in ms. */
export type ClosedLoopResult = { rate: number; statuses: Statuses; latencies: number[] }

/** Sends requests by autocannon, on each connection the next one once the last one is answered. */
export async function runClosedLoop(load: ClosedLoop): Promise<ClosedLoopResult> {
  const { url, connections, amount, seconds, next } = load
  const statuses: Statuses = {}
  const latencies: number[] = []
  const start = performance.now()
  let end = start
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      ...(amount !== undefined ? { amount } : { duration: seconds ?? 1 }),
      timeout: 60,
      requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    }
    const done = (error: unknown, found: autocannon.Result) =>
      error ? reject(error) : resolve(found)
    autocannon(options, done).on('response', (_client, status, _bytes, duration) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      latencies.push(duration)
      end = performance.now()
    })
  })
  if (result.errors > 0) throw new Error(`${result.errors} requests were not answered`)
  return { rate: (latencies.length / (end - start)) * 1000, statuses, latencies }
}

/** One call: when it was sent and answered, in ms of `performance.now()`. */
export type Call = {
  name: string
  sentAt: number
  answeredAt: number
  /** 0: there was no answer, and `body` says why. */
  status: number
  body: string
}

type OpenLoop = {
  url: string
  rate: number
  seconds: number
  request(index: number): HttpRequest & { name: string }
}

/**
 * Sends `rate` requests a second whether or not earlier ones were answered, as many people would.
 * autocannon keeps to a rate only as long as its connections are answered.
 */
export async function runOpenLoop({ url, rate, seconds, request }: OpenLoop): Promise<Call[]> {
  await using pool = createPool(url)
  const calls: Promise<Call>[] = []
  const start = performance.now()
  for (let index = 0; index < rate * seconds; index++) {
    const pause = start + (index * 1000) / rate - performance.now()
    if (pause > 0) await delay(pause)
    const { name, ...order } = request(index)
    const call = async () => {
      const sentAt = performance.now()
      const answer = await pool.send(order).catch((error: unknown) => ({
        status: 0,
        body: String(error),
      }))
      return { name, sentAt, answeredAt: performance.now(), ...answer }
    }
    calls.push(call())
  }
  return await Promise.all(calls)
}

type Creates = { url: string; keys: string[]; rate: number; seconds: number; mark: string }

/** Sends create calls of these keys in turn; a call's name is `<mark>-<index>`. */
export function sendCreates({ keys, mark, ...order }: Creates): Promise<Call[]> {
  const request = (index: number) => {
    const name = `${mark}-${index}`
    return { name, ...createRequest(keys[index % keys.length] ?? '', name) }
  }
  return runOpenLoop({ ...order, request })
}

/** Throws unless every call was answered with 200. */
export function assertAllOk(calls: Call[]): void {
  const failed = calls.find(({ status }) => status !== 200)
  if (failed) throw new Error(`${failed.name}: ${failed.status} ${failed.body}`)
}

/** As many keep-alive connections as there are requests at once, without pipelining. */
export function createPool(url: string) {
  const pool = new Pool(url, { connections: null, pipelining: 1 })
  return {
    send: async (request: HttpRequest) => {
      const { statusCode: status, body } = await pool.request(request)
      return { status, body: await body.text() }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** Lets a provider end each job after 1 s, with a signed webhook. */
export function endJobs(provider: Provider, pool: ReturnType<typeof createPool>): void {
  provider.onSubmit(async ({ requestId, webhookUrl }) => {
    await delay(1_000)
    const webhook = provider.signWebhook({ webhookUrl, requestId })
    provider.finish(requestId)
    // A connection may be closed while it is used again: providers repeat such a webhook.
    await pool.send(webhook).catch(() => pool.send(webhook))
  })
}

type Listener = {
  url: string
  key: string
  lastEventId?: string | undefined
  /** `at`: when the event's bytes arrived, in ms of `performance.now()`. */
  onEvent(name: string, data: string, at: number): void
}

export type EventStream = { close(): void; closed: Promise<unknown> }

/** Opens an account's event stream; resolves once it is answered with 200. */
export async function openEventStream(listener: Listener): Promise<EventStream> {
  const { url, key, lastEventId, onEvent } = listener
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  const request = get(`${url}/api/events`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200)
    throw new Error(`An event stream was answered with ${response.statusCode}`)
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const at = performance.now()
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1]
      if (name) onEvent(name, /^data: (.*)$/m.exec(block)?.[1] ?? '', at)
    }
  })
  for (const end of [request, response]) end.on('error', () => undefined)
  const closed = new Promise((resolve) => response.once('close', resolve))
  return { close: () => void request.destroy(), closed }
}
