import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { ownPath } from '#core/http/own-addresses.ts'
import { json, publicRoute, refusals, signedInRoute, webhookRoute } from '#core/http/route.ts'
import type { PageAnswer } from '#core/pages/page-data-contract.ts'
import { beginCheckout } from '../begin-checkout.ts'
import {
  CheckoutAnswer,
  CheckoutRequest,
  PacksView,
  PaymentsView,
  PaymentView,
} from '../contract.ts'
import { packsKey } from '../page-data-contract.ts'
import type { PaymentRow } from '../payment-queries.ts'
import { readPayment, readPayments } from '../read-payments.ts'
import { receivePaymentEvent } from '../receive-event.ts'
import { errorTexts } from '../texts.ts'
import { adminPaymentRoutes } from './admin-routes.ts'

export const errors = {
  statuses: {
    buying_not_set_up: 403,
    not_refundable: 409,
    refund_unresolved: 409,
    refund_resolved: 409,
    too_many_checkouts: 429,
  },
  texts: errorTexts,
  pauses: { too_many_checkouts: 3600 },
} as const

const webhookPath = '/api/payments/webhook'

/** The payment provider's webhook must not be refused for too many. */
export const unlimitedPaths = [webhookPath]

export const documentation = { group: 'Payments', paths: /^\/api\/payments/, operations: [] }

/** The page of prices begins with the packs. */
export function pageAnswers({ context }: ApiOptions, path: string): PageAnswer[] {
  return path === '/pricing' ? [[packsKey, presentPacks(context)]] : []
}

const packs = publicRoute({
  method: 'get',
  path: '/api/payments/packs',
  summary: 'The credit packs that are sold',
  responses: { 200: json(PacksView, 'The packs, cheapest first.') },
})

const checkout = signedInRoute({
  method: 'post',
  path: '/api/payments/checkout',
  summary: 'Begin to buy a credit pack',
  description:
    'Answers the address of a checkout page. Credits are granted when the payment provider says that it was paid, and ' +
    'an `account` event tells open tabs. 403 with `buying_not_set_up` where nothing is sold.',
  body: CheckoutRequest,
  responses: {
    200: json(CheckoutAnswer, 'The checkout.'),
    ...refusals(400, 401, 403, 413, 415, 429, 503),
  },
})

const list = signedInRoute({
  method: 'get',
  path: '/api/payments',
  summary: 'The account’s payments, newest first',
  responses: { 200: json(PaymentsView, 'At most 100.'), ...refusals(401) },
})

const one = signedInRoute({
  method: 'get',
  path: '/api/payments/{id}',
  summary: 'One payment of the account',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(PaymentView, 'The payment.'), ...refusals(401, 404) },
})

/** Buying, its webhook, and what operators do. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>()
    .route('/', webhookRoutes(options))
    .route('/', buyingRoutes(options))
    .route('/', adminPaymentRoutes(options))
}

function buyingRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(packs, (c) => c.json(presentPacks(context), 200))
    .openapi(checkout, async (c) => {
      const account = c.get('account')
      const { pack, return_to } = c.get('body')
      const request = {
        account,
        pack,
        returnTo: ownPath(return_to),
        origin: c.get('origin'),
        language: c.get('language'),
      }
      const { paymentId, url } = await beginCheckout(context, request)
      return c.json({ payment_id: paymentId, checkout_url: url }, 200)
    })
    .openapi(list, async (c) => {
      const payments = await readPayments(context, c.get('account').id)
      return c.json({ payments: payments.map(presentPayment) }, 200)
    })
    .openapi(one, async (c) => {
      const account = c.get('account')
      const payment = await readPayment(context, {
        id: c.req.valid('param').id,
        accountId: account.id,
      })
      return c.json(presentPayment(payment), 200)
    })
}

/** The packs that are sold now. */
function presentPacks({
  payments,
  settings,
}: Pick<ApiOptions['context'], 'payments' | 'settings'>): PacksView {
  const { credit_packs: sold, free_mode: isFree } = settings.current().settings
  const isAvailable = payments !== null && !isFree
  return {
    currency: sold.currency,
    is_available: isAvailable,
    is_simulated: payments?.isSimulated ?? false,
    packs: isAvailable ? [...sold.packs] : [],
  }
}

const webhook = webhookRoute({
  method: 'post',
  path: webhookPath,
  summary: 'For the payment provider alone: something became of a payment',
  description:
    'Signed by Stripe over the raw body (`Stripe-Signature`). Sent again it changes nothing twice.',
  responses: {
    200: json(z.object({ received: z.literal(true) }), 'Heard, now or before.'),
    ...refusals(401, 413, 503),
  },
})

/**
 * The payment provider's webhook. Answers once the event is committed; any other answer makes it
 * send the event again.
 */
function webhookRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(webhook, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const { outcome, event, type } = await receivePaymentEvent(context, {
      body,
      signature: c.req.header('stripe-signature'),
    })
    context.log.info({ event, type, outcome }, 'payment event')
    context.meter.count('atelier_payment_events_total', { outcome })
    if (outcome === 'forged') throw new HttpError('invalid_signature')
    return c.json({ received: true as const }, 200)
  })
}

/** Presents a payment to its owner. */
function presentPayment(payment: PaymentRow): PaymentView {
  const { id, pack, credits, amount, currency, status, return_to, created_at, paid_at } = payment
  const { total, tax, invoice } = payment
  return {
    ...{ id, pack, credits, amount, currency, total, tax, status, return_to },
    invoice_url: invoice?.url ?? null,
    invoice_pdf: invoice?.pdf ?? null,
    created_at: created_at.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
  }
}
