import type Stripe from 'stripe'
import { EventForged, type Order, type PaymentEvent, type Payments, PaymentsUnavailable } from './payments.ts'
import { readMessage } from './read-message.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** Origin of Stripe's API, or of what stands in for it. */
  apiUrl: string
  isSimulated: boolean
}

/** For one request to Stripe, in ms; it is repeated twice, under the same idempotency key. */
const timeout = 10_000
const repeats = 2

/** Sells through Stripe Checkout: the person pays on Stripe's page, and Stripe tells us by webhook. */
export function createStripe(options: StripeOptions): Payments {
  // The library is large; a studio starts without it, and most processes never need it.
  let opening: Promise<Stripe> | null = null
  const open = () => {
    opening ??= openStripe(options)
    return opening
  }
  return {
    isSimulated: options.isSimulated,
    beginCheckout: async (order) => beginCheckout(await open(), order),
    readEvent: async (body, signature) => readEvent(await open(), { body, signature, secret: options.webhookSecret }),
  }
}

async function openStripe({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Library(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout,
    maxNetworkRetries: repeats,
    telemetry: false,
  })
}

async function beginCheckout(stripe: Stripe, order: Order): Promise<{ id: string; url: string }> {
  const idempotencyKey = order.bought.paymentId
  try {
    const { id, url } = await stripe.checkout.sessions.create(sessionFor(order), { idempotencyKey })
    if (!url) throw new PaymentsUnavailable('The checkout has no address')
    return { id, url }
  } catch (error) {
    const type = stripeType(error)
    throw type ? new PaymentsUnavailable(`${type}: ${(error as Error).message}`, { cause: error }) : error
  }
}

type NewSession = Stripe.Checkout.SessionCreateParams

function sessionFor({ bought, email, description, language, successUrl, cancelUrl }: Order): NewSession {
  const { amount: unit_amount, currency } = bought
  const price_data = { currency, unit_amount, product_data: { name: description } }
  return {
    mode: 'payment',
    client_reference_id: bought.paymentId,
    customer_email: email,
    locale: language,
    line_items: [{ quantity: 1, price_data }],
    metadata: { account_id: bought.accountId, pack: bought.pack, credits: String(bought.credits) },
    // What arrives must be what was asked for, to the cent.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

type Signed = { body: Uint8Array; signature: string | undefined; secret: string }

async function readEvent(stripe: Stripe, { body, signature, secret }: Signed): Promise<PaymentEvent> {
  try {
    const event = await stripe.webhooks.constructEventAsync(Buffer.from(body), signature ?? '', secret)
    const { id, type, created } = event
    return { id, type, createdAt: new Date(created * 1_000), message: readMessage(event) }
  } catch (error) {
    const isForged = stripeType(error) === 'StripeSignatureVerificationError'
    throw isForged ? new EventForged((error as Error).message) : error
  }
}

/** Which of the library's errors it is; `null`: another one. */
function stripeType(error: unknown): string | null {
  const type = error instanceof Error && 'type' in error ? String(error.type) : ''
  return type.startsWith('Stripe') ? type : null
}
