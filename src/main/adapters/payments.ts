import { checkoutPath, startDemoPayments } from '#main/demo/demo-world.ts'
import type { Payments } from '#providers/payments/payments.ts'
import { createStripe } from '#providers/payments/stripe.ts'
import type { Config } from '../config.ts'
import type { Handler } from '../listen.ts'

/** How credits are sold here. `pages`: those of the demo's checkout, by the path they lie below. */
export type Selling = {
  payments: Payments | null
  pages: [path: string, handle: Handler][]
  stop(): Promise<void>
}

type Place = { url: string; secret: string; port: number | undefined }

/**
 * Through Stripe, through the demo's own checkout, or not at all (also where only work is done, and
 * nobody served).
 */
export async function openPayments(config: Config, { url, secret, port }: Place): Promise<Selling> {
  if (!config.usesDemoCheckout || config.ATELIER_ROLE === 'worker' || port === undefined) {
    const payments = config.stripe && createStripe({ ...config.stripe, isSimulated: false })
    return { payments, pages: [], stop: async () => undefined }
  }
  const isEverywhere = !config.HOST || config.HOST === '0.0.0.0' || config.HOST === '::'
  const ownUrl = `http://${isEverywhere ? '127.0.0.1' : config.HOST}:${port}`
  const { stripe, handle, stop } = await startDemoPayments(url, { ownUrl, secret })
  return {
    payments: createStripe({ ...stripe, isSimulated: true }),
    pages: [[checkoutPath, handle]],
    stop,
  }
}
