import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { findMessageProblem, type TaxBehavior } from '#core/credits/payment-message-rules.ts'
import { toStorable, toStorableText } from '#core/models/rules/storable-text.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import {
  EventForged,
  type Order,
  type PaymentEvent,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts'
import { isInvoicePage, readMessage } from './read-message.ts'
import { refund, stripeType } from './refund.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** Origin of Stripe's API, or of a substitute. */
  apiUrl: string
  isSimulated: boolean
  checkout?: CheckoutOptions
  /** Where the invoices of a substitute are, beside Stripe's own pages. */
  invoicePages?: string
}

/** What Stripe does in a checkout beside taking the money. */
export type CheckoutOptions = {
  /** Calculates tax (Stripe Tax), on top of the price or included. */
  tax: TaxBehavior | null
  /** Asks businesses for their tax number. */
  collectsTaxIds: boolean
  /** Makes an invoice for each payment. */
  makesInvoices: boolean
}

const plain: CheckoutOptions = { tax: null, collectsTaxIds: false, makesInvoices: false }

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
    tax: options.checkout?.tax ?? null,
    beginCheckout: async (order) =>
      beginCheckout(await open(), sessionFor(order, options.checkout ?? plain)),
    refund: async (order) => refund(await open(), order),
    readEvent: async (body, signature) => readEvent(await open(), { body, signature, options }),
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

async function beginCheckout(
  stripe: Stripe,
  session: NewSession,
): Promise<{ id: string; url: string }> {
  const idempotencyKey = session.client_reference_id ?? ''
  try {
    const { id, url } = await stripe.checkout.sessions.create(session, { idempotencyKey })
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

function sessionFor(
  { bought, email, description, language, successUrl, cancelUrl }: Order,
  options: CheckoutOptions,
): NewSession {
  const { amount: unit_amount, currency } = bought
  const price_data = {
    ...{ currency, unit_amount, product_data: { name: description } },
    ...(options.tax && { tax_behavior: options.tax }),
  }
  return {
    mode: 'payment',
    client_reference_id: bought.paymentId,
    customer_email: email,
    locale: localeOf(language),
    line_items: [{ quantity: 1, price_data }],
    metadata: { account_id: bought.accountId, pack: bought.pack, credits: String(bought.credits) },
    ...taxAndInvoice(bought, options),
    // The amount paid must match the checkout to the cent.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

/** Tax, tax numbers and invoices are of a customer with an address, which Stripe creates. */
function taxAndInvoice(
  { paymentId, accountId }: Order['bought'],
  { tax, collectsTaxIds, makesInvoices }: CheckoutOptions,
): Partial<NewSession> {
  const metadata = { payment_id: paymentId, account_id: accountId }
  return {
    ...((tax || collectsTaxIds || makesInvoices) && { customer_creation: 'always' }),
    ...((tax || collectsTaxIds) && { billing_address_collection: 'required' }),
    ...(tax && { automatic_tax: { enabled: true } }),
    ...(collectsTaxIds && { tax_id_collection: { enabled: true } }),
    ...(makesInvoices && { invoice_creation: { enabled: true, invoice_data: { metadata } } }),
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

type Signed = { body: Uint8Array; signature: string | undefined; options: StripeOptions }

async function readEvent(
  stripe: Stripe,
  { body, signature, options }: Signed,
): Promise<PaymentEvent> {
  try {
    const event = await stripe.webhooks.constructEventAsync(
      Buffer.from(body),
      signature ?? '',
      options.webhookSecret,
    )
    return toPaymentEvent(event, { body, options })
  } catch (error) {
    const isForged = stripeType(error) === 'StripeSignatureVerificationError'
    throw isForged ? new EventForged((error as Error).message) : error
  }
}

/**
 * Converts a signed event with any content: an invalid one is reported to the operator and not
 * requested again.
 */
function toPaymentEvent(
  event: Stripe.Event,
  { body, options }: Pick<Signed, 'body' | 'options'>,
): PaymentEvent {
  const { id, type, created } = event
  const isTime = Number.isInteger(created) && created >= 0 && created <= maxTime
  const read = readSafely(event, options)
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

function readSafely(
  event: Stripe.Event,
  { invoicePages }: StripeOptions,
): Pick<PaymentEvent, 'message' | 'problem'> {
  try {
    const message = readMessage(event)
    if (!message) return { message: null, problem: null }
    if (!isDeepStrictEqual(toStorable(message), message))
      return { message, problem: 'it holds text that cannot be stored' }
    const isForeign =
      message.about === 'invoice' &&
      ![message.url, message.pdf ?? message.url].every((url) => isInvoicePage(url, invoicePages))
    if (isForeign) return { message, problem: 'the address of its invoice is not Stripe’s' }
    return { message, problem: findMessageProblem(message) }
  } catch (error) {
    return { message: null, problem: `it cannot be read (${(error as Error).name})` }
  }
}
