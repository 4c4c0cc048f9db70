import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

/** What a provider was asked: where, and in which words. */
export type Asked = { endpoint: string; body: Record<string, unknown> }

/**
 * A queue on loopback that takes every job and never begins one; closed after the file's tests.
 * `next` answers what it is asked next, each question once, in the order they came.
 */
export async function recordingProvider() {
  const asked: Asked[] = []
  const waiting: ((one: Asked) => void)[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (isSubmit(request)) tell({ endpoint: endpointOf(request), body: JSON.parse(body) })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answerAt(request)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    server.closeAllConnections()
  })

  function tell(one: Asked) {
    const listener = waiting.shift()
    if (listener) listener(one)
    else asked.push(one)
  }
  const next = async () => asked.shift() ?? new Promise<Asked>((resolve) => waiting.push(resolve))
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
