import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { toStorable, toStorableText } from '#catalogue/storable-text.ts'
import { findMessageProblem } from '#domain/settle-payment.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import {
  EventForged,
  type Order,
  type PaymentEvent,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts'
import { readMessage } from './read-message.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** Origin of Stripe's API, or of a substitute. */
  apiUrl: string
  isSimulated: boolean
}

/**
 * The timeout of a request to Stripe, in ms; it is retried twice, with the same idempotency key.
 */
const timeout = 10_000
const repeats = 2

/**
 * Sells through Stripe Checkout: the person pays on Stripe's page, and Stripe notifies us by
 * webhook.
 */
export function createStripe(options: StripeOptions): Payments {
  // The library is large; it is loaded at its first use, which most processes never have.
  let opening: Promise<Stripe> | null = null
  const open = () => {
    opening ??= openStripe(options)
    return opening
  }
  return {
    isSimulated: options.isSimulated,
    beginCheckout: async (order) => beginCheckout(await open(), order),
    readEvent: async (body, signature) =>
      readEvent(await open(), { body, signature, secret: options.webhookSecret }),
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
    httpClient: Library.createFetchHttpClient(boundedFetch),
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
    throw type
      ? new PaymentsUnavailable(`${type}: ${(error as Error).message}`, { cause: error })
      : error
  }
}

type NewSession = Stripe.Checkout.SessionCreateParams

function sessionFor({
  bought,
  email,
  description,
  language,
  successUrl,
  cancelUrl,
}: Order): NewSession {
  const { amount: unit_amount, currency } = bought
  const price_data = { currency, unit_amount, product_data: { name: description } }
  return {
    mode: 'payment',
    client_reference_id: bought.paymentId,
    customer_email: email,
    locale: localeOf(language),
    line_items: [{ quantity: 1, price_data }],
    metadata: { account_id: bought.accountId, pack: bought.pack, credits: String(bought.credits) },
    // The amount paid must match the checkout to the cent.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

/** The languages of Stripe's pages that have a code of two letters. */
const locales = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'id'] as const),
  ...(['it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru'] as const),
  ...(['sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh'] as const),
]

/** Stripe rejects an unsupported language; `auto` uses the browser's. */
function localeOf(language: string) {
  return locales.find((locale) => locale === language) ?? 'auto'
}

type Signed = { body: Uint8Array; signature: string | undefined; secret: string }

async function readEvent(
  stripe: Stripe,
  { body, signature, secret }: Signed,
): Promise<PaymentEvent> {
  try {
    const event = await stripe.webhooks.constructEventAsync(
      Buffer.from(body),
      signature ?? '',
      secret,
    )
    return toPaymentEvent(event, body)
  } catch (error) {
    const isForged = stripeType(error) === 'StripeSignatureVerificationError'
    throw isForged ? new EventForged((error as Error).message) : error
  }
}

/**
 * Converts a signed event with any content: an invalid one is reported to the operator and not
 * requested again.
 */
function toPaymentEvent(event: Stripe.Event, body: Uint8Array): PaymentEvent {
  const { id, type, created } = event
  const isTime = Number.isInteger(created) && created >= 0 && created <= maxTime
  const read = readSafely(event)
  const problem = isTime ? read.problem : 'its time is none'
  return {
    // An event without an id is identified by its bytes, so that a repetition is recognised.
    id: idText(id) || `body-${createHash('sha256').update(body).digest('hex')}`,
    type: idText(type) || 'unknown',
    createdAt: isTime ? new Date(created * 1_000) : new Date(),
    message: problem === null ? read.message : null,
    problem,
  }
}

/** The maximum time of an event, in seconds since 1970. */
const maxTime = 2 ** 32

/** Stripe has no longer ids than these. */
function idText(value: unknown): string {
  return typeof value === 'string' ? toStorableText(value).slice(0, 200) : ''
}

function readSafely(event: Stripe.Event): Pick<PaymentEvent, 'message' | 'problem'> {
  try {
    const message = readMessage(event)
    if (!message) return { message: null, problem: null }
    if (!isDeepStrictEqual(toStorable(message), message))
      return { message, problem: 'it holds text that cannot be stored' }
    return { message, problem: findMessageProblem(message) }
  } catch (error) {
    return { message: null, problem: `it cannot be read (${(error as Error).name})` }
  }
}

/** Returns which of the library's errors it is; `null`: another one. */
function stripeType(error: unknown): string | null {
  const type = error instanceof Error && 'type' in error ? String(error.type) : ''
  return type.startsWith('Stripe') ? type : null
}
