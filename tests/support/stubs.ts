import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on loopback for as long as the test runs; answers its origin. */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => close(server))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** One webhook as Stripe describes it: https://docs.stripe.com/api/webhook_endpoints/object. */
type Endpoint = { url: string; status?: 'enabled' | 'disabled'; enabled_events: readonly string[] }

type Account = {
  key: string
  endpoints: Endpoint[]
  isRestricted?: boolean
  taxStatus?: 'active' | 'pending'
}

/** A stub of Stripe for the doctor: the balance and the webhooks, with a valid key. */
export function serveStripe({
  key,
  endpoints,
  isRestricted = false,
  taxStatus = 'active',
}: Account): Promise<string> {
  const answers: Record<string, object> = {
    '/v1/balance': { object: 'balance', livemode: false, available: [] },
    '/v1/tax/settings': { object: 'tax.settings', status: taxStatus },
    '/v1/webhook_endpoints': {
      object: 'list',
      has_more: false,
      data: endpoints.map((endpoint, at) => ({
        id: `we_${at}`,
        object: 'webhook_endpoint',
        status: 'enabled',
        ...endpoint,
      })),
    },
  }
  const refusal = (message: string) => ({ error: { type: 'invalid_request_error', message } })
  return serve(({ url = '', headers }, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const answer = answers[new URL(url, 'http://stripe').pathname]
    if (headers.authorization !== `Bearer ${key}`)
      return say(401, refusal('Invalid API Key provided'))
    if (isRestricted)
      return say(403, refusal('The provided key does not have the required permissions'))
    return answer ? say(200, answer) : say(404, refusal('Unrecognized request URL'))
  })
}
