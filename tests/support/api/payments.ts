import { startDemoCheckout } from '@atelier/demo-world/checkout'
import type { CheckoutSimulator } from '@atelier/demo-world/checkout-simulator'
import { getRequestListener } from '@hono/node-server'
import { listen } from '#main/listen.ts'
import { type CheckoutOptions, createStripe } from '#providers/payments/stripe.ts'
import { afterFile } from '../after-file.ts'
import { type ServerParts, testServer } from '../server.ts'

export const keys = { secretKey: 'sk_demo', webhookSecret: 'whsec_demo' }
const path = '/demo/checkout'

/**
 * The whole server and the demo's checkout on sockets of loopback: events arrive as they do at
 * an installation.
 */
export async function paymentServer(overrides: ServerParts = {}, checkout?: CheckoutOptions) {
  const listener = await listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${listener.port}`
  const webhookUrl = `${url}/api/payments/webhook`
  const demo = await startDemoCheckout({ ...keys, pagesUrl: url + path, webhookUrl, bankTime: 50 })
  afterFile(async () => {
    await demo.stop()
    await listener.close()
  })
  const payments = createStripe({
    ...{ ...keys, apiUrl: demo.apiUrl, isSimulated: true, invoicePages: url + path },
    ...(checkout && { checkout }),
  })
  const server = await testServer({}, { payments, ...overrides })
  const app = getRequestListener(server.app.fetch)
  await listener.handle((request, response) =>
    (request.url?.startsWith(path) ? demo : { handle: app }).handle(request, response),
  )

  /** Asks the demo's Stripe as the operator does at theirs. */
  const stripe = (action: string, form: Record<string, string>) =>
    fetch(`${demo.apiUrl}/v1/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secretKey}` },
      body: new URLSearchParams(form),
    })
  const checkoutSimulator: CheckoutSimulator = demo.simulator
  return { ...server, url, webhookUrl, stripe, stripeUrl: demo.apiUrl, checkoutSimulator }
}

/** Presses a button of a checkout page; answers where it leads, or the page's status. */
export async function press(
  checkoutUrl: string,
  act: string,
): Promise<{ status: number; to: string | null }> {
  const response = await fetch(checkoutUrl, {
    method: 'POST',
    body: new URLSearchParams({ act }),
    redirect: 'manual',
  })
  await response.body?.cancel()
  return { status: response.status, to: response.headers.get('location') }
}
