import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

/** What a provider was asked: where, and in which words. */
export type SubmittedJob = { endpoint: string; body: Record<string, unknown> }

/**
 * A queue on loopback that takes every job and never begins one; closed after the file's tests.
 * `next` resolves to the next submitted job, each once, in the order of their arrival.
 */
export async function recordingProvider() {
  const submitted: SubmittedJob[] = []
  const waiting: ((one: SubmittedJob) => void)[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (isSubmit(request)) add({ endpoint: endpointOf(request), body: JSON.parse(body) })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answerAt(request)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    server.closeAllConnections()
  })

  function add(one: SubmittedJob) {
    const listener = waiting.shift()
    if (listener) listener(one)
    else submitted.push(one)
  }
  const next = async () =>
    submitted.shift() ?? new Promise<SubmittedJob>((resolve) => waiting.push(resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, next }
}

const isSubmit = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' && !url.includes('/requests/')

const endpointOf = ({ url = '' }: IncomingMessage) => url.slice(1).split('?')[0] ?? ''

function answerAt({ headers: { host }, url = '' }: IncomingMessage) {
  const job =
    /^(.*\/requests\/[^/?]+)/.exec(url)?.[1] ??
    `/${endpointOf({ url } as IncomingMessage)}/requests/${crypto.randomUUID()}`
  const address = `http://${host}${job}`
  return {
    request_id: job.split('/').at(-1),
    status: 'IN_QUEUE',
    queue_position: 0,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  }
}
