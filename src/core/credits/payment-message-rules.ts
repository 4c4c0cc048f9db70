/**
 * The state of a refund that an operator requested. `requested`: before the payment provider
 * answers. `unknown`: its answer was lost. `refused`: it rejected the request, and no money moves.
 * `pending`: the bank has not confirmed it. `failed`: the bank rejected it.
 */
export const refundStates = [
  'requested',
  'unknown',
  'refused',
  'pending',
  'succeeded',
  'failed',
] as const
export type RefundState = (typeof refundStates)[number]

/** The progress of a checkout. */
export type Progress = 'open' | 'waiting' | 'expired' | 'failed' | 'paid'

/** The state of a dispute. `inquiry`: the bank asks, and no money has moved. */
export type DisputeState = 'inquiry' | 'open' | 'lost' | 'won'

/** Amounts in the currency's smallest unit (cents). */
export type Money = { amount: number; currency: string }

/** The details of a checkout, as the payment provider repeats them. */
export type CheckoutDetails = Money & {
  paymentId: string
  accountId: string
  pack: string
  credits: number
}

/**
 * An event of the payment provider, in our terms; anything else that it sends is ignored.
 */
export type PaymentMessage =
  | {
      about: 'checkout'
      checkoutId: string
      intentId: string | null
      progress: Progress
      /** `amount`: the total, with the tax. */
      bought: CheckoutDetails
      /** The tax in the total; none in messages from before it was read. */
      tax?: number
    }
  /** `amount`: the total refunded until now. */
  | ({ about: 'refund'; intentId: string } & Money)
  | ({ about: 'dispute'; intentId: string; disputeId: string; state: DisputeState } & Money)
  /** A refund to the person has failed. `requestId`: our request of it, if it was one. */
  | ({ about: 'failed-refund'; intentId: string } & Money & RefundReport)
  /** The progress of one refund; the total is another message. */
  | ({ about: 'refund-progress'; intentId: string; state: RefundState } & Money & RefundReport)
  | ({ about: 'invoice'; paymentId: string; accountId: string; intentId: null } & Invoice & Money)

/**
 * What is reported of one refund: our request (not in older messages), its id at the payment
 * provider, and why it failed.
 */
export type RefundReport = {
  requestId?: string | null
  refundId?: string | null
  error?: string | null
}

/** An invoice at the payment provider; the addresses are the provider's pages. */
export type Invoice = { invoiceId: string; url: string; pdf: string | null }

/** How the tax relates to the price of a pack: on top of it, or included. */
export type TaxBehavior = 'exclusive' | 'inclusive'

/** The largest amount and number of credits that a column can hold. */
const maxNumber = 2 ** 31 - 1

/**
 * Returns why a message is invalid for any payment, as a text for the operator; `null`: it is
 * valid.
 */
export function findMessageProblem(message: PaymentMessage): string | null {
  const { amount, currency } = message.about === 'checkout' ? message.bought : message
  if (!Number.isInteger(amount) || amount < 0 || amount > maxNumber)
    return `the amount is ${amount}`
  const tax = message.about === 'checkout' ? (message.tax ?? 0) : 0
  if (!Number.isInteger(tax) || tax < 0 || tax > amount) return `the tax is ${tax}`
  return /^[a-z]{3}$/.test(currency) ? null : `the currency is ${JSON.stringify(currency)}`
}
