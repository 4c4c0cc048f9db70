import type {
  CheckoutDetails,
  PaymentMessage,
  RefundState,
  TaxBehavior,
} from '#core/credits/payment-message-rules.ts'

/** A purchase to be paid. Addresses are absolute, `language` is the person's code. */
export type Order = {
  bought: CheckoutDetails
  email: string
  /** The text on the bill. */
  description: string
  language: string
  successUrl: string
  cancelUrl: string
}

/**
 * An event of the payment provider; `message` is `null` when it is irrelevant or invalid: `problem`
 * says why, for the operator.
 */
export type PaymentEvent = {
  id: string
  type: string
  createdAt: Date
  message: PaymentMessage | null
  problem: string | null
}

/** A refund of a part of a payment. `amount` in the currency's smallest unit. */
export type RefundOrder = {
  intentId: string
  amount: number
  /** Our id: the idempotency key, which the events repeat. */
  requestId: string
  /** Whether it was sent before, so that it may exist already. */
  isRepeat: boolean
}

/** `error`: why it was refused or failed, in the provider's words. */
export type RefundAnswer = { state: RefundState; refundId: string | null; error: string | null }

export type Payments = {
  /** Whether the checkout is the demo's own, without real payments. */
  isSimulated: boolean
  /** How the tax of a checkout relates to the price; `null`: none is calculated. */
  tax: TaxBehavior | null
  /**
   * Creates a checkout; repeated for the same payment it returns the same one.
   * @throws PaymentsUnavailable when it cannot be created now.
   */
  beginCheckout(order: Order): Promise<{ id: string; url: string }>
  /**
   * Refunds a part of a payment; repeated with the same request id it returns the same refund.
   * @throws PaymentsUnavailable when it is not known whether it was refunded.
   */
  refund(order: RefundOrder): Promise<RefundAnswer>
  /**
   * Reads a request to the webhook: its raw body and its signature.
   * @throws EventForged when the signature is invalid or old.
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent>
}

/** The payment provider cannot be reached, or rejects us. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** Not signed by the provider, or too old. */
export class EventForged extends Error {
  override name = 'EventForged'
}
