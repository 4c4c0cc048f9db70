import { Stripe } from 'stripe'
import { eventTypes, invoiceEvent } from '#providers/payments/read-message.ts'
import type { Config } from '../config.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** Checks that Stripe accepts the key and sends our webhook all required events. Reads only. */
export async function checkStripe(config: Config): Promise<Finding> {
  if (config.usesDemoCheckout)
    return unused('the built-in checkout, in which no money moves; nothing to check')
  if (!config.stripe) return unused('STRIPE_SECRET_KEY is not set: nothing can be bought')
  const { secretKey, webhookSecret, apiUrl } = config.stripe
  if (!webhookSecret.startsWith('whsec_')) {
    return wrong(
      'STRIPE_WEBHOOK_SECRET does not begin with whsec_.',
      'Copy the signing secret of the webhook endpoint.',
    )
  }
  const stripe = openStripe(secretKey, apiUrl)
  try {
    await stripe.balance.retrieve()
  } catch (error) {
    // A restricted key may not read the balance, but it is valid.
    if (!isForbidden(error)) return wrong(`Stripe: ${wordsOf(error)}.`, remedyFor(error))
  }
  const mode = secretKey.includes('_test_') ? 'test mode' : 'live'
  if (config.checkout.tax && !(await isTaxActive(stripe))) {
    return wrong(
      `STRIPE_TAX is ${config.checkout.tax}, and Stripe (${mode}) is not set up to calculate tax.`,
      'Enter your address and registrations under Tax in Stripe’s dashboard, or set STRIPE_TAX=off.',
    )
  }
  const required = config.checkout.makesInvoices ? [...eventTypes, invoiceEvent] : eventTypes
  const address = `${config.fixedPublicUrl ?? ''}/api/payments/webhook`
  return checkEndpoint(stripe, { address, required, mode })
}

function openStripe(secretKey: string, apiUrl: string): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

const isForbidden = (error: unknown) => error instanceof Stripe.errors.StripePermissionError

function remedyFor(error: unknown): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return 'STRIPE_SECRET_KEY is wrong or was rolled: copy it again from Stripe’s dashboard.'
  }
  return 'Can this machine reach STRIPE_API_URL?'
}

/** What cannot be read, as with a restricted key, is not reported. */
async function isTaxActive(stripe: Stripe): Promise<boolean> {
  const found = await stripe.tax.settings.retrieve().catch(() => null)
  return found === null || found.status === 'active'
}

type Required = { address: string; required: readonly string[]; mode: string }

async function checkEndpoint(
  stripe: Stripe,
  { address, required, mode }: Required,
): Promise<Finding> {
  const endpoints = await endpointsOf(stripe)
  if ('state' in endpoints) return endpoints
  const there = endpoints.filter(({ url }) => url === address)
  const ours = there.filter(({ status }) => status === 'enabled')
  if (ours.length === 0) {
    const what =
      there.length > 0
        ? `has switched off the webhook at ${address}`
        : `has no webhook at ${address}`
    return wrong(
      `Stripe (${mode}) ${what}.`,
      'Add it or enable it in Stripe’s dashboard, in the same mode as the key.',
    )
  }
  const enabled = new Set<string>(ours.flatMap(({ enabled_events }) => enabled_events))
  const missing = enabled.has('*') ? [] : required.filter((type) => !enabled.has(type))
  if (missing.length > 0) {
    return wrong(
      `Stripe (${mode}) does not tell ${address} of ${missing.join(', ')}.`,
      'Add these events to the webhook.',
    )
  }
  return right(`Stripe (${mode}) knows the key and tells ${address}`)
}

async function endpointsOf(stripe: Stripe): Promise<Stripe.WebhookEndpoint[] | Finding> {
  try {
    return (await stripe.webhookEndpoints.list({ limit: 100 })).data
  } catch (error) {
    if (isForbidden(error))
      return doubtful('Stripe knows the key; whether it tells our webhook this key may not read')
    return wrong(`Stripe: ${wordsOf(error)}.`, remedyFor(error))
  }
}
