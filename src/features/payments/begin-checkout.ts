import { v7 as uuid } from 'uuid'
import { requireTerms } from '#core/accounts/accept-terms.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { CreditPack, CreditPacks } from '#core/credits/credit-pack-rules.ts'
import type { CheckoutDetails } from '#core/credits/payment-message-rules.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type Language, pathIn } from '#platform/languages/languages.ts'
import { type Order, type Payments, PaymentsUnavailable } from '#providers/payments/payments.ts'
import { beginPayment, recordCheckout } from './payment-queries.ts'
import { purchaseText } from './texts.ts'

/** The maximum number of unpaid checkouts within these minutes. */
const maxOpenCheckouts = 30
const openMinutes = 60

/** `returnTo`: a path of ours. `origin`: ours, as the person's browser addresses it. */
export type CheckoutRequest = {
  account: AccountRow
  pack: string
  returnTo: string
  origin: string
  language: Language
}

/**
 * Starts a purchase: inserts our record, then creates the payment provider's checkout with the
 * record's id as idempotency key. Returns the address to redirect to. Throws `Refused`: payments
 * are not set up, there is no such pack, the account is suspended, too many checkouts are open, or
 * the provider cannot be reached.
 */
export async function beginCheckout(
  context: Parts<'database' | 'log' | 'payments' | 'settings'>,
  request: CheckoutRequest,
): Promise<{ paymentId: string; url: string }> {
  const { database, payments } = context
  const { credit_packs: sold, maintenance, free_mode: isFree } = context.settings.current().settings
  if (!payments || isFree) throw new Refused({ reason: 'buying_not_set_up' })
  if (maintenance) throw new Refused({ reason: 'maintenance' })
  const pack = choosePack(sold, request.pack)
  if (request.account.suspended_at) throw new Refused({ reason: 'account_suspended' })
  const { id: accountId, terms_version: termsVersion } = request.account
  await requireTerms(context, { accountId, termsVersion })

  const { credits, amount } = pack
  const sale = { credits, amount, currency: sold.currency, pack: pack.id }
  const bought: CheckoutDetails = { ...sale, paymentId: uuid(), accountId: request.account.id }
  const payment = {
    ...sale,
    id: bought.paymentId,
    accountId: bought.accountId,
    returnTo: request.returnTo,
    taxBehavior: payments.tax,
  }
  if (!(await beginPayment(database, payment, { most: maxOpenCheckouts, minutes: openMinutes }))) {
    throw new Refused({ reason: 'too_many_checkouts', max: maxOpenCheckouts })
  }
  const checkout = await order(context, payments, orderOf(request, bought))
  await recordCheckout(database, {
    id: bought.paymentId,
    accountId: bought.accountId,
    checkoutId: checkout.id,
  })
  return { paymentId: bought.paymentId, url: checkout.url }
}

function choosePack({ packs }: CreditPacks, id: string): CreditPack {
  const pack = packs.find((one) => one.id === id)
  if (pack) return pack
  const options = packs.map((one) => one.id)
  throw new Refused({
    reason: 'invalid_input',
    problems: [{ field: 'pack', problem: 'not_an_option', options }],
  })
}

function orderOf(
  { account, origin, language, returnTo }: CheckoutRequest,
  bought: CheckoutDetails,
): Order {
  const pages = origin + pathIn('/pricing', language)
  return {
    bought,
    email: account.email,
    description: purchaseText(bought.credits, language),
    language,
    successUrl: `${pages}/done?payment=${bought.paymentId}`,
    cancelUrl: `${pages}?${new URLSearchParams({ return_to: returnTo })}`,
  }
}

async function order({ log }: Parts<'log'>, payments: Payments, wanted: Order) {
  try {
    return await payments.beginCheckout(wanted)
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.error({ err: error }, 'checkout could not be created')
    throw new Refused({ reason: 'unavailable' })
  }
}
