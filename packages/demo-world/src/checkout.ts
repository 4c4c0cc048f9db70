import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, getRequestListener } from '@hono/node-server'
import { createCheckoutPages } from './checkout-pages.ts'
import { createCheckoutSimulator } from './checkout-simulator.ts'
import { createStripeApi } from './stripe-api.ts'

export type DemoCheckoutOptions = {
  /** The public address of the pages: an origin and the path that the handler serves. */
  pagesUrl: string
  /** The receiver of the events. */
  webhookUrl: string
  secretKey: string
  webhookSecret: string
  /** How long a bank transfer takes, in ms. */
  bankTime?: number
  /** The pauses before an event is sent again, in ms. */
  repeatAfter?: readonly number[]
}

const usualRepeats = [1_000, 5_000, 30_000, 120_000]

/**
 * A payment provider for the demo: Stripe's API on a free port of loopback, checkout pages that our
 * own server serves, and events signed with a shared secret.
 */
export async function startDemoCheckout(options: DemoCheckoutOptions) {
  const {
    pagesUrl,
    webhookUrl,
    secretKey,
    webhookSecret,
    bankTime = 6_000,
    repeatAfter = usualRepeats,
  } = options
  const { pathname } = new URL(pagesUrl)
  const receiver = { url: webhookUrl, secret: webhookSecret }
  const simulator = createCheckoutSimulator({
    receiver,
    pageOf: (id) => `${pagesUrl}/${id}`,
    bankTime,
    repeatAfter,
  })
  const server = createAdaptorServer({ fetch: createStripeApi(simulator, secretKey).fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    simulator,
    handle: getRequestListener(createCheckoutPages(simulator, pathname).fetch),
    stop: async () => {
      simulator.close()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
