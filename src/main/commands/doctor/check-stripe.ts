import { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** Does Stripe know the key, and does it tell our webhook? Reads only. */
export async function checkStripe(config: Config): Promise<Finding> {
  if (config.usesDemoCheckout) return unused('the built-in checkout, in which no money moves; nothing to check')
  if (!config.stripe) return unused('STRIPE_SECRET_KEY is not set: nothing can be bought')
  const { secretKey, webhookSecret, apiUrl } = config.stripe
  if (!webhookSecret.startsWith('whsec_')) {
    return wrong(
      'STRIPE_WEBHOOK_SECRET does not begin with whsec_.',
      'Copy the signing secret of the webhook endpoint.',
    )
  }
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  const stripe = new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  try {
    await stripe.balance.retrieve()
  } catch (error) {
    // A restricted key need not be allowed to read the balance; that it is known is enough.
    if (!(error instanceof Stripe.errors.StripePermissionError)) {
      return wrong(`Stripe: ${wordsOf(error)}.`, 'Look at STRIPE_SECRET_KEY, and whether this machine reaches Stripe.')
    }
  }
  const mode = secretKey.includes('_test_') ? 'test mode' : 'live'
  return checkEndpoint(stripe, `${config.fixedPublicUrl ?? ''}/api/payments/webhook`, mode)
}

async function checkEndpoint(stripe: Stripe, address: string, mode: string): Promise<Finding> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).catch(() => null)
  if (!endpoints) return doubtful(`Stripe (${mode}) knows the key; its webhooks cannot be read with it`)
  const ours = endpoints.data.find(({ url, status }) => url === address && status === 'enabled')
  if (!ours) return wrong(`Stripe (${mode}) has no enabled webhook at ${address}.`, 'Add it in Stripe’s dashboard.')
  return right(`Stripe (${mode}) knows the key and tells ${address}`)
}
