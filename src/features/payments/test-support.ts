import { createHmac, randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { TaxBehavior } from '#core/credits/payment-message-rules.ts'
import type { AllParts } from '#core/parts.ts'
import { createStripe } from '#providers/payments/stripe.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import type { PaymentRow } from './payment-queries.ts'
import { insertPayment } from './payment-queries.ts'
import { receivePaymentEvent } from './receive-event.ts'
import { insertRefund, listRefundsOf } from './refund-queries.ts'

const webhookSecret = 'whsec_tests'

/** A payment whose events a test sends, and its ids at Stripe. */
export type World = Awaited<ReturnType<typeof paymentWorld>>
export type Sale = { account: AccountRow; paymentId: string; checkoutId: string; intentId: string }

/** The services on a real database, with Stripe's library reading what the test signs. */
export async function paymentWorld(overrides: Partial<AllParts> = {}) {
  const stripe = {
    secretKey: 'sk_tests',
    webhookSecret,
    apiUrl: 'http://127.0.0.1:65531',
    isSimulated: false,
  }
  const context = await testContext({ payments: createStripe(stripe), ...overrides })
  return {
    context,
    /** A new checkout: 1,000 credits for 999 cents by default. */
    async begin({
      account = undefined as AccountRow | undefined,
      credits = 1_000,
      amount = 999,
      taxBehavior = null as TaxBehavior | null,
    } = {}): Promise<Sale> {
      const buyer = account ?? (await testAccount(context, { credits: 0, paid: false }))
      const payment = {
        id: uuid(),
        pack: 'start',
        credits,
        amount,
        currency: 'usd',
        returnTo: '/creator/image',
        taxBehavior,
      }
      await insertPayment(context.database, { ...payment, accountId: buyer.id })
      const suffix = randomBytes(6).toString('hex')
      return {
        account: buyer,
        paymentId: payment.id,
        checkoutId: `cs_${suffix}`,
        intentId: `pi_${suffix}`,
      }
    },
    send: async (event: object) => (await receivePaymentEvent(context, sign(event))).outcome,
    payment: (id: string): Promise<PaymentRow> =>
      context.database
        .selectFrom('payment')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** Records a request for a refund, as one that was sent and not answered. Returns its id. */
    async requestRefund({ account, paymentId }: Sale, amount: number): Promise<string> {
      const request = { account_id: account.id, payment_id: paymentId, amount, actor: 'test' }
      return (await insertRefund(context.database, { ...request, id: uuid() })).id
    },
    refunds: (paymentId: string) => listRefundsOf(context.database, [paymentId]),
    /** The account's money, what it owes, and whether it has paid. */
    async money(account: AccountRow) {
      const row = await context.database
        .selectFrom('account')
        .select(['owed', 'has_paid'])
        .where('id', '=', account.id)
        .executeTakeFirstOrThrow()
      const money = await readMoney(context, account.id)
      const entries = money.entries.map(({ reason, credits }) => `${reason} ${credits}`)
      return {
        balance: money.balance,
        sum: money.sum,
        entries,
        owed: row.owed,
        hasPaid: row.has_paid,
      }
    },
    notes: async () =>
      (await context.database.selectFrom('alert').selectAll().orderBy('id').execute()).map(
        ({ note }) => note,
      ),
    event: (id: string) =>
      context.database
        .selectFrom('payment_event')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}

/** Signs a body as Stripe does; `at` in seconds since 1970. */
export function sign(event: object, secret = webhookSecret, at = Math.floor(Date.now() / 1_000)) {
  const text = JSON.stringify(event)
  const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`
  return { body: new TextEncoder().encode(text), signature }
}

let clock = Math.floor(Date.now() / 1_000)

function event(type: string, object: object) {
  clock += 1
  return {
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    created: clock,
    type,
    data: { object },
  }
}

type EventDetails = {
  amount?: number
  currency?: string
  pack?: string
  credits?: number
  accountId?: string
  unpaid?: boolean
  tax?: number
}

/** A valid event of Stripe's about a checkout, with optional changes. */
export function checkoutEvent(type: string, sale: Sale, details: EventDetails = {}) {
  const {
    amount = 999,
    currency = 'usd',
    pack = 'start',
    credits = 1_000,
    accountId = sale.account.id,
  } = details
  return event(`checkout.session.${type}`, {
    id: sale.checkoutId,
    object: 'checkout.session',
    client_reference_id: sale.paymentId,
    payment_intent: type === 'expired' ? null : sale.intentId,
    payment_status:
      details.unpaid || type === 'expired' || type.endsWith('failed') ? 'unpaid' : 'paid',
    amount_total: amount,
    total_details: { amount_tax: details.tax ?? 0 },
    currency,
    metadata: { account_id: accountId, pack, credits: String(credits) },
  })
}

/** `refunded`: all cents until now. */
export function refundEvent({ intentId }: Sale, refunded: number, currency = 'usd') {
  return event('charge.refunded', {
    object: 'charge',
    payment_intent: intentId,
    amount_refunded: refunded,
    currency,
  })
}

/** About one refund that we requested. */
export function refundProgressEvent(
  { intentId }: Sale,
  status: string,
  { request, amount }: { request: string; amount: number },
) {
  return event(status === 'failed' ? 'refund.failed' : 'refund.updated', {
    ...{ id: `re_${request}`, object: 'refund', payment_intent: intentId, currency: 'usd' },
    ...{ amount, status, metadata: { refund_request: request } },
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
  })
}

export function invoiceEvent(
  { paymentId, account }: Sale,
  { accountId = account.id, page = 'live_1', currency = 'usd' } = {},
) {
  return event('invoice.paid', {
    ...{ id: `in_${page}`, object: 'invoice', total: 999, currency },
    metadata: { payment_id: paymentId, account_id: accountId },
    hosted_invoice_url: `https://invoice.stripe.com/i/acct_1/${page}`,
    invoice_pdf: null,
  })
}

export function disputeEvent(
  { intentId }: Sale,
  status: string,
  { amount = 999, id = `dp_${intentId}` } = {},
) {
  const type = status === 'won' || status === 'lost' ? 'closed' : 'created'
  const dispute = {
    id,
    object: 'dispute',
    payment_intent: intentId,
    status,
    amount,
    currency: 'usd',
  }
  return event(`charge.dispute.${type}`, dispute)
}
