import { z } from 'zod'
import { paymentStatuses } from './settle-rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** Nothing can be bought without configured payments. */
    buying_not_set_up: object
    too_many_checkouts: { max: number }
    /** Nothing of the payment can be refunded: it is not paid, disputed, or refunded already. */
    not_refundable: object
    /** The outcome of the payment's last refund is unknown, or the outcome of all is known. */
    refund_unresolved: object
    refund_resolved: object
  }
}

const amount = z.int().meta({ description: 'In the currency’s smallest unit (cents).' })
const currency = z.string().meta({ description: 'ISO 4217, small letters.' })

/** `GET /api/payments/packs`: the packs on sale. Public. */
export const PacksView = z
  .object({
    currency,
    is_available: z
      .boolean()
      .meta({ description: 'False: the operator has set up no payments; nothing can be bought.' }),
    is_simulated: z
      .boolean()
      .meta({ description: 'The checkout is the demo’s own, and no money moves.' }),
    packs: z.array(z.object({ id: z.string(), credits: z.int(), amount })),
  })
  .meta({
    id: 'Packs',
    examples: [
      {
        currency: 'usd',
        is_available: true,
        is_simulated: false,
        packs: [{ id: 'start', credits: 1_000, amount: 1_000 }],
      },
    ],
  })
export type PacksView = z.infer<typeof PacksView>

/** `POST /api/payments/checkout`. */
export const CheckoutRequest = z
  .object({
    pack: z.string().min(1).max(60).meta({ description: 'The id of a pack.' }),
    return_to: z
      .string()
      .max(4_000)
      .optional()
      .meta({ description: 'A path of this studio, where the person wants to go on afterwards.' }),
  })
  .meta({ examples: [{ pack: 'start', return_to: '/creator/image/text-to-image' }] })

export const CheckoutAnswer = z
  .object({
    payment_id: z.string(),
    checkout_url: z
      .string()
      .meta({ description: 'Where to send the person. They come back by themselves.' }),
  })
  .meta({
    id: 'Checkout',
    examples: [
      {
        payment_id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
        checkout_url: 'https://checkout.stripe.com/c/pay/cs_live_a1b2c3',
      },
    ],
  })
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

export const PaymentView = z
  .object({
    id: z.string(),
    pack: z.string(),
    credits: z.int(),
    amount,
    currency,
    total: z.int().nullable().meta({
      description: 'What was paid, with tax, in the smallest unit; null before it is paid.',
    }),
    tax: z.int().meta({ description: 'The tax in `total`.' }),
    invoice_url: z
      .string()
      .nullable()
      .meta({ description: 'The payment provider’s page of the invoice; null: there is none.' }),
    invoice_pdf: z.string().nullable(),
    status: z.enum(paymentStatuses).meta({
      description:
        '`waiting`: the bank has not paid yet. `disputed`: the bank took the money back.',
    }),
    return_to: z.string(),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'Payment',
    examples: [
      {
        id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
        pack: 'start',
        credits: 1_000,
        amount: 1_000,
        currency: 'usd',
        total: 1_190,
        tax: 190,
        invoice_url: 'https://invoice.stripe.com/i/acct_1/live_a1b2c3',
        invoice_pdf: 'https://pay.stripe.com/invoice/acct_1/live_a1b2c3/pdf',
        status: 'paid',
        return_to: '/creator/image/text-to-image',
        created_at: '2026-11-21T09:05:00.000Z',
        paid_at: '2026-11-21T09:06:12.000Z',
      },
    ],
  })
export type PaymentView = z.infer<typeof PaymentView>

/** `GET /api/payments`: the account's own, newest first, at most 100. */
export const PaymentsView = z.object({ payments: z.array(PaymentView) })
export type PaymentsView = z.infer<typeof PaymentsView>
